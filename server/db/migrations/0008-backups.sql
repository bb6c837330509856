-- What became of each backup, so that two apps on one database make one a day, and the age of the last good one is known.
-- It tells about this installation, not about the clinic, and is not part of a backup itself.

create table backup_runs (
  id uuid primary key,
  is_scheduled boolean not null,
  finished_at timestamptz not null,
  file_name text,
  bytes bigint,
  problem text,
  constraint backup_runs__outcome check (
    (problem is null) = (file_name is not null) and (problem is null) = (bytes is not null)
  )
);
create index backup_runs__finished on backup_runs (finished_at desc);
