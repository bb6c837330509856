-- Every row that a form edits counts its changes: whoever saves a form that was opened before the newest change is told,
-- and overwrites nothing. Raised by a trigger, so that no change can forget it.

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table treatments add column version integer not null default 1;
alter table services add column version integer not null default 1;
alter table add_ons add column version integer not null default 1;
alter table categories add column version integer not null default 1;
alter table products add column version integer not null default 1;

create trigger treatments__version before update on treatments for each row execute function raise_version();
create trigger services__version before update on services for each row execute function raise_version();
create trigger add_ons__version before update on add_ons for each row execute function raise_version();
create trigger categories__version before update on categories for each row execute function raise_version();
create trigger products__version before update on products for each row execute function raise_version();
