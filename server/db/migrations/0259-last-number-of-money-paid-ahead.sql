-- The last number that a gift card, package or deposit got, so that the check of the books also notices when the last
-- sales are missing. Earlier versions go on: the trigger counts for them.
create table prepaid_counters (
  branch_id uuid primary key references branches,
  last_number bigint not null
);

-- A sale that is recorded at this moment has its number from the old function, so the counter begins after it.
lock table prepaid_sales in share row exclusive mode;
insert into prepaid_counters select branch_id, max(number) from prepaid_sales group by branch_id;

-- The function counts with the rights of the owner, because the app role may only read the counter.
create or replace function number_card_sale() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  name text;
  given bigint;
begin
  -- The row of the counter is locked until the commit. Whoever sells a card or package or takes a deposit at the same
  -- time waits for it, so that the numbers have no gaps.
  insert into prepaid_counters as counter (branch_id, last_number) values (new.branch_id, 1)
    on conflict (branch_id) do update set last_number = counter.last_number + 1
    returning counter.last_number into given;
  new.number := given;
  new.shift_id := prepaid_shift(new.branch_id, new.terminal_id, new.business_date);
  if new.shift_id is not null and new.method = 'cash' then
    select prepaid_name(kind) into name from prepaid_accounts where id = new.account_id;
    insert into cash_movements (id, shift_id, kind, amount_centavos, reason, moved_at, moved_by, moved_by_name)
      values (gen_random_uuid(), new.shift_id, 'in', new.amount_centavos,
        upper(left(name, 1)) || substr(name, 2) || ' ' || lpad(new.number::text, 6, '0'),
        new.sold_at, new.cashier_id, new.cashier_name);
  end if;
  return new;
end $$;
