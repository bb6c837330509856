-- The weekly trials: the newest backup is restored into a database of its own and compared. The results belong to this
-- installation and are not part of a backup.
create table backup_trials (
  id uuid primary key,
  finished_at timestamptz not null,
  file_name text not null,
  table_count integer,
  row_count bigint,
  problem text,
  constraint backup_trials__outcome check (
    (problem is null) = (table_count is not null) and (problem is null) = (row_count is not null)
  )
);
create index backup_trials__finished on backup_trials (finished_at desc);
