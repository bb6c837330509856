-- The clinic profile is a row that a form edits: it counts its changes like the others. Its opening hours are part of it:
-- whoever changes them changes the row too.
alter table branches add column version integer not null default 1;

create trigger branches__version before update on branches for each row execute function raise_version();
