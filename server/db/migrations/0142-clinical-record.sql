-- The clinical record is optional: until an owner switches it on, a clinic has no charts.
create table chart_settings (
  branch_id uuid primary key references branches,
  is_on boolean not null default false,
  -- False: a practitioner reads only the charts of clients who have a visit with them.
  is_open_to_practitioners boolean not null default false,
  version integer not null default 1
);
create trigger chart_settings__version before update on chart_settings for each row execute function raise_version();
insert into chart_settings (branch_id) select id from branches;

-- Who has opened which chart, photo or document, and when. Rows never change.
create table chart_reads (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  kind text not null,
  -- The photo, form or note that was opened; null for the chart itself.
  subject_id uuid,
  read_at timestamptz not null,
  read_by uuid not null references accounts,
  read_by_name text not null,
  -- The ten minutes since 1970 in which the chart was opened, so that a screen that reads again adds no rows.
  ten_minutes bigint not null,
  constraint chart_reads__kind check (kind in ('chart', 'photo', 'form', 'note', 'export')),
  constraint chart_reads__subject check (kind in ('chart', 'export') or subject_id is not null)
);
create unique index chart_reads__opening on chart_reads (client_id, read_by, ten_minutes) where kind = 'chart';
create index chart_reads__read_at on chart_reads (branch_id, read_at desc, id desc);
create index chart_reads__client on chart_reads (client_id, read_at desc, id desc);
create trigger chart_reads__append_only before update or delete or truncate on chart_reads
  for each statement execute function refuse_rewrite();
