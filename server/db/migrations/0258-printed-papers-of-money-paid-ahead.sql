-- Each copy of a gift card, a store credit, and a receipt of a package or deposit, recorded before it is printed
-- or saved.
-- Earlier versions go on: they neither read nor write the new table.
create table prepaid_prints (
  id uuid primary key,
  account_id uuid not null references prepaid_accounts,
  kind text not null,
  -- 0 for the original; each later copy has the next number.
  reprint integer not null,
  printed_at timestamptz not null,
  printed_by uuid not null references accounts,
  constraint prepaid_prints__kind check (kind in ('print', 'pdf')),
  constraint prepaid_prints__numbered unique (account_id, reprint)
);
create trigger prepaid_prints__append_only before update or delete or truncate on prepaid_prints
  for each statement execute function refuse_rewrite();
