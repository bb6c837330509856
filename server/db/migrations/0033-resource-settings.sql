-- What an owner sets up about practitioners, rooms and devices beside their names and hours.

alter table resources
  add column title text not null default '',
  add column photo_path text,
  add column version integer not null default 1;

-- Their order is no part of the form: whoever moves a resource makes no form stale.
create trigger resources__version before update of name, title, colour, is_active, photo_path on resources
  for each row execute function raise_version();

-- Dates that were entered together, such as a leave of two weeks, are one entry. Each earlier date is one by itself.
alter table resource_exceptions add column entry_id uuid not null default gen_random_uuid();
create index resource_exceptions__entry on resource_exceptions (entry_id);
