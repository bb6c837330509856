-- Whether the owner has seen a payment in the wallet or at the bank. The payment itself never changes. A payment without
-- a row was never looked for.
create table payment_checks (
  document_id uuid not null,
  position smallint not null,
  is_seen boolean not null default false,
  changed_at timestamptz not null,
  changed_by uuid not null references accounts,
  changed_by_name text not null,
  version integer not null default 0,
  primary key (document_id, position),
  constraint payment_checks__payment foreign key (document_id, position) references payments (document_id, position)
);
create trigger payment_checks__version before update on payment_checks for each row execute function raise_version();
