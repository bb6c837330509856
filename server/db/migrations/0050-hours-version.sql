-- Raised by whatever changes when a resource takes visits. A booking takes the slots only of the version that it has read:
-- hours or leave that were entered in the same moment are seen by the booking, or see it.
alter table resources add column hours_version integer not null default 1;

create function raise_hours_version() returns trigger language plpgsql as $$
begin
  update resources set hours_version = hours_version + 1 where id in (select resource_id from changed);
  return null;
end $$;

create trigger resource_exceptions__added after insert on resource_exceptions
  referencing new table as changed for each statement execute function raise_hours_version();
create trigger resource_exceptions__changed after update on resource_exceptions
  referencing new table as changed for each statement execute function raise_hours_version();
create trigger resource_exceptions__removed after delete on resource_exceptions
  referencing old table as changed for each statement execute function raise_hours_version();

create trigger resource_hours__added after insert on resource_hours
  referencing new table as changed for each statement execute function raise_hours_version();
create trigger resource_hours__changed after update on resource_hours
  referencing new table as changed for each statement execute function raise_hours_version();
create trigger resource_hours__removed after delete on resource_hours
  referencing old table as changed for each statement execute function raise_hours_version();

create function raise_hours_version_of_row() returns trigger language plpgsql as $$
begin
  new.hours_version := old.hours_version + 1;
  return new;
end $$;

create trigger resources__active before update of is_active on resources
  for each row when (old.is_active is distinct from new.is_active) execute function raise_hours_version_of_row();
