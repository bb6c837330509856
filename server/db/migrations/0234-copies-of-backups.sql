-- When a backup was copied to all second places; null before.
alter table backup_runs add column copied_at timestamptz;
