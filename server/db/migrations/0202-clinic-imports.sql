-- A file with all data of another installation, which an admin brings into an empty clinic. A clinic has at most one.
create table clinic_imports (
  branch_id uuid primary key references branches,
  id uuid not null,
  file_name text not null,
  state text not null,
  -- The size of the file, and how much of it has arrived.
  bytes bigint not null,
  received bigint not null default 0,
  -- The rows of each file in the ZIP file; null until the check has ended.
  counts jsonb,
  -- Why the file cannot be brought in.
  problem text,
  -- Rows that the running step has done, and all rows.
  done integer not null default 0,
  total integer not null default 0,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  created_by_name text not null,
  -- When the job has worked last; a step that stands still is started again.
  worked_at timestamptz not null,
  constraint clinic_imports__state check (
    state in ('uploading', 'checking', 'checked', 'refused', 'importing', 'imported', 'failed')
  ),
  constraint clinic_imports__bytes check (bytes > 0 and received between 0 and bytes)
);

-- A visit that was paid in the books of another installation is paid without a document of this one.
alter table appointment_payments alter column sale_id drop not null;
