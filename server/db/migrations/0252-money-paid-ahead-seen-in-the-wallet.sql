-- Whether the owner has seen in the wallet or at the bank what a client paid ahead, or what was given back of it. An
-- amount without a row was never looked for.
-- Earlier versions go on: they neither read nor write the new table.
create table prepaid_checks (
  account_id uuid not null references prepaid_sales,
  -- The payment of the sale, or what its void gave back.
  kind text not null,
  is_seen boolean not null default false,
  changed_at timestamptz not null,
  changed_by uuid not null references accounts,
  changed_by_name text not null,
  version integer not null default 0,
  primary key (account_id, kind),
  constraint prepaid_checks__kind check (kind in ('sold', 'voided'))
);
create trigger prepaid_checks__version before update on prepaid_checks for each row execute function raise_version();

create function prove_prepaid_check() returns trigger language plpgsql as $$
begin
  if not exists (
    select from prepaid_sales left join prepaid_voids on prepaid_voids.account_id = prepaid_sales.account_id
    where prepaid_sales.account_id = new.account_id and method <> 'cash'
      and (new.kind = 'sold' or coalesce(prepaid_voids.amount_centavos, prepaid_sales.amount_centavos) > 0
        and prepaid_voids.account_id is not null)
  ) then
    raise exception 'the account % has no payment by wallet or bank that was %', new.account_id, new.kind
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'prepaid_checks__payment';
  end if;
  return new;
end $$;
create trigger prepaid_checks__payment before insert or update on prepaid_checks
  for each row execute function prove_prepaid_check();

-- Readings and the till ask for the gift cards, packages and deposits of a shift.
create index prepaid_sales__shift on prepaid_sales (shift_id) where shift_id is not null;
create index prepaid_voids__shift on prepaid_voids (shift_id) where shift_id is not null;
