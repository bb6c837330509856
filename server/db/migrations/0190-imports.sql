-- A file with clients, services, products or appointments that an admin imports. The rows of the file stay in
-- `import_rows` for 30 days, so that an import can continue after a restart and can be undone.
create table import_batches (
  id uuid primary key,
  branch_id uuid not null references branches,
  kind text not null,
  file_name text not null,
  state text not null,
  -- Each column's heading, its first values, and which order of day and month its dates can have.
  columns jsonb not null,
  -- Identifies files with the same headings, so that the choice of columns is remembered.
  headings_key text not null,
  -- The field that each column fills, or null; null until somebody has chosen.
  fields jsonb,
  date_order text,
  -- What happens to rows that the clinic has already.
  duplicates text not null default 'skip',
  row_count integer not null,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  created_by_name text not null,
  -- When the last rows were worked on; a step that stands still is started again.
  worked_at timestamptz not null,
  imported_at timestamptz,
  undone_at timestamptz,
  constraint import_batches__kind check (kind in ('clients', 'services', 'products', 'appointments')),
  constraint import_batches__state check (
    state in ('reading', 'uploaded', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone')
  ),
  constraint import_batches__date_order check (date_order in ('dmy', 'mdy')),
  constraint import_batches__duplicates check (duplicates in ('skip', 'fill', 'create')),
  constraint import_batches__row_count check (row_count between 0 and 50000)
);
create index import_batches__newest on import_batches (branch_id, created_at desc);
create index import_batches__headings on import_batches (branch_id, kind, headings_key, created_at desc);
-- Two imports at once could both create the same client, so a branch runs them one after the other.
create unique index import_batches__one_at_a_time on import_batches (branch_id) where state in ('importing', 'undoing');

create table import_rows (
  batch_id uuid not null references import_batches on delete cascade,
  -- The row's number in the file, as a spreadsheet shows it.
  number integer not null,
  cells jsonb not null,
  outcome text not null default 'waiting',
  reason text,
  -- The normalised e-mail, number and name, and the birthday, by which equal rows of one file are found.
  email_key text,
  phone_key text,
  name_key text,
  birth_key date,
  -- The client whose data the row contains: the one who was created, or the one whom the clinic had already.
  client_id uuid,
  -- The record that the row has created.
  record_id uuid,
  -- An earlier row of the same file with the same client.
  same_as_row integer,
  -- The name of the record that the clinic had already, and what is equal.
  match_name text,
  match_by text,
  -- What happens to this row instead of the batch's choice.
  decision text,
  -- The empty fields that the row has filled, which undoing empties again.
  filled jsonb,
  primary key (batch_id, number),
  constraint import_rows__outcome check (
    outcome in ('waiting', 'new', 'duplicate', 'refused', 'created', 'filled', 'skipped', 'undone', 'kept')
  ),
  constraint import_rows__decision check (decision in ('skip', 'fill', 'create'))
);
create index import_rows__outcome on import_rows (batch_id, outcome, number);
create index import_rows__client on import_rows (client_id) where client_id is not null;
create index import_rows__email on import_rows (batch_id, email_key) where email_key is not null;
create index import_rows__phone on import_rows (batch_id, phone_key) where phone_key is not null;
create index import_rows__name on import_rows (batch_id, name_key) where name_key is not null;
