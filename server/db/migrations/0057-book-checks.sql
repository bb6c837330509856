-- Each time the books were counted again: when, by whom, how much there was, and what did not add up.

create table book_checks (
  id uuid primary key,
  branch_id uuid not null references branches,
  checked_at timestamptz not null,
  -- Null for the check that is made each night.
  checked_by uuid references accounts,
  checked_by_name text,
  -- How many documents, days, series, shifts and readings there were.
  counts jsonb not null,
  finding_count integer not null,
  -- A sentence for each of the first.
  findings jsonb not null,
  constraint book_checks__by check ((checked_by is null) = (checked_by_name is null)),
  constraint book_checks__findings check (finding_count >= jsonb_array_length(findings))
);
create index book_checks__last on book_checks (branch_id, checked_at desc, id desc);
create trigger book_checks__append_only before update or delete or truncate on book_checks
  for each statement execute function refuse_rewrite();
