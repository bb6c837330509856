-- Money that clients have paid ahead: gift cards, and credit for refunds. It is a debt of the clinic and no sale, so it is
-- in tables of its own, and no sum of documents contains it. A sale that is paid from it is a sale like any other.
-- Earlier versions go on: no payment is of the new method until an admin of the new version accepts it in Settings.

create table prepaid_accounts (
  id uuid primary key,
  branch_id uuid not null references branches,
  kind text not null,
  -- Whoever knows the number can pay with it. Its last letter is a check letter.
  card_number text not null,
  -- Whose credit it is, or who bought the card; null if the buyer has no record.
  client_id uuid references clients,
  recipient_name text,
  message text,
  opened_at timestamptz not null,
  -- The ledger keeps it.
  balance_centavos bigint not null default 0,
  voided_at timestamptz,
  constraint prepaid_accounts__kind check (kind in ('gift_card', 'store_credit')),
  constraint prepaid_accounts__number check (card_number ~ '^[2-9A-HJKMNP-TV-Z]{12}$'),
  constraint prepaid_accounts__once unique (card_number),
  constraint prepaid_accounts__balance check (balance_centavos >= 0),
  constraint prepaid_accounts__void check (voided_at is null or balance_centavos = 0)
);
create index prepaid_accounts__client on prepaid_accounts (client_id) where client_id is not null;
create trigger prepaid_accounts__client_stands before insert or update of client_id on prepaid_accounts
  for each row execute function refuse_merged_client();

-- Every change of a balance. The number of an entry and the balance after it are set by the database.
create table prepaid_entries (
  account_id uuid not null references prepaid_accounts,
  position integer not null,
  kind text not null,
  amount_centavos bigint not null,
  balance_centavos bigint not null,
  -- The document that was paid, or that gave money back.
  document_id uuid references documents deferrable initially deferred,
  -- The date of an entry without a document.
  entered_on date,
  primary key (account_id, position),
  constraint prepaid_entries__kind check (
    case kind
      when 'sold' then amount_centavos > 0 and document_id is null
      when 'paid' then amount_centavos < 0 and document_id is not null
      when 'given_back' then amount_centavos > 0 and document_id is not null
      when 'void' then amount_centavos < 0 and document_id is null
      else false
    end
  ),
  constraint prepaid_entries__date check ((document_id is null) = (entered_on is not null)),
  constraint prepaid_entries__balance check (balance_centavos >= 0)
);
create index prepaid_entries__document on prepaid_entries (document_id) where document_id is not null;

-- The sale of a gift card: a paper with a number of its own. It is no document, because it is no revenue.
create table prepaid_sales (
  account_id uuid primary key references prepaid_accounts,
  branch_id uuid not null references branches,
  number bigint not null,
  business_date date not null,
  sold_at timestamptz not null,
  cashier_id uuid not null references accounts,
  cashier_name text not null,
  buyer_name text not null,
  method text not null,
  amount_centavos bigint not null,
  received_centavos bigint not null,
  reference_number text,
  reference_key text,
  terminal_id uuid references terminals,
  shift_id uuid references shifts,
  constraint prepaid_sales__number unique (branch_id, number),
  constraint prepaid_sales__method check (method in ('cash', 'gcash', 'maya', 'bank_transfer', 'card')),
  constraint prepaid_sales__amount check (amount_centavos > 0),
  constraint prepaid_sales__received check (
    received_centavos = amount_centavos or (method = 'cash' and received_centavos > amount_centavos)
  ),
  constraint prepaid_sales__reference check ((method = 'cash') = (reference_number is null)),
  constraint prepaid_sales__reference_key check ((reference_number is null) = (reference_key is null))
);
create unique index prepaid_sales__reference_once on prepaid_sales (method, reference_key)
  where reference_key is not null and method <> 'card';
create index prepaid_sales__date on prepaid_sales (branch_id, business_date);

-- A gift card that was never used and whose money was given back.
create table prepaid_voids (
  account_id uuid primary key references prepaid_sales,
  reason text not null,
  voided_at timestamptz not null,
  voided_by uuid not null references accounts,
  voided_by_name text not null,
  terminal_id uuid references terminals,
  shift_id uuid references shifts
);

alter table payments
  add column prepaid_account_id uuid references prepaid_accounts,
  drop constraint payments__method,
  add constraint payments__method
    check (method in ('cash', 'gcash', 'maya', 'bank_transfer', 'card', 'withheld', 'prepaid')),
  add constraint payments__prepaid check ((method = 'prepaid') = (prepaid_account_id is not null));

alter table branches
  drop constraint branches__payment_methods,
  add constraint branches__payment_methods check (
    payment_methods <@ '{cash,gcash,maya,bank_transfer,card,withheld,prepaid}'
    and payment_methods && '{cash,gcash,maya,bank_transfer,card}'
  );

-- Locks the account, so that entries of one account are made one after the other and no centavo is used twice.
create function keep_prepaid_balance() returns trigger language plpgsql as $$
declare
  account record;
begin
  select balance_centavos, voided_at into account from prepaid_accounts where id = new.account_id for no key update;
  if account.voided_at is not null then
    raise exception 'the prepaid account % is void', new.account_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'prepaid_accounts__open';
  end if;
  new.balance_centavos := account.balance_centavos + new.amount_centavos;
  if new.balance_centavos < 0 then
    raise exception 'the prepaid account % has only % centavos', new.account_id, account.balance_centavos
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'prepaid_accounts__balance';
  end if;
  new.position := 1 + (select count(*) from prepaid_entries where account_id = new.account_id);
  update prepaid_accounts set balance_centavos = new.balance_centavos where id = new.account_id;
  return new;
end $$;
create trigger prepaid_entries__balance before insert on prepaid_entries
  for each row execute function keep_prepaid_balance();

-- The ledger follows the payments of documents, so that no sale, void or refund can forget it.
create function enter_prepaid_payment() returns trigger language plpgsql as $$
begin
  insert into prepaid_entries (account_id, position, kind, amount_centavos, balance_centavos, document_id)
    values (new.prepaid_account_id, 0, case when new.amount_centavos > 0 then 'paid' else 'given_back' end,
      -new.amount_centavos, 0, new.document_id);
  return null;
end $$;
create trigger payments__prepaid after insert on payments
  for each row when (new.method = 'prepaid' and new.amount_centavos <> 0) execute function enter_prepaid_payment();

-- A balance is changed by the ledger only.
create function prove_prepaid_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_centavos), 0) from prepaid_entries where account_id = new.id)
    <> (select balance_centavos from prepaid_accounts where id = new.id)
  then
    raise exception 'the balance of the prepaid account % is not that of its ledger', new.id
      using errcode = 'check_violation', table = tg_table_name, constraint = 'prepaid_accounts__ledger';
  end if;
  return null;
end $$;
create constraint trigger prepaid_accounts__ledger after insert or update of balance_centavos on prepaid_accounts
  deferrable initially deferred for each row execute function prove_prepaid_balance();

-- A card's sale has the next number of the branch. With cash control the sale or void of a card belongs to the open shift of its terminal, and its cash is a pay-in or
-- pay-out of this shift, so that the drawer is counted right.
create function prepaid_shift(branch uuid, terminal uuid, on_date date) returns uuid language plpgsql as $$
declare
  shift record;
begin
  if not cash_control_is_on(branch) then return null; end if;
  if terminal is null then
    select (array_agg(id))[1] into terminal from terminals where branch_id = branch and is_active having count(*) = 1;
  end if;
  select id, business_date into shift from shifts where terminal_id = terminal and closed_at is null for share;
  if shift.id is null then
    raise exception 'no shift is open on the terminal %', terminal
      using errcode = 'restrict_violation', table = 'prepaid_sales', constraint = 'documents__open_shift';
  end if;
  if shift.business_date <> on_date then
    raise exception 'the open shift is of %', shift.business_date
      using errcode = 'restrict_violation', table = 'prepaid_sales', constraint = 'documents__shift_of_day';
  end if;
  return shift.id;
end $$;

create function number_card_sale() returns trigger language plpgsql as $$
begin
  -- Whoever sells a card at the same time waits, so that the numbers have no gaps.
  perform pg_advisory_xact_lock(hashtext('prepaid_sales ' || new.branch_id::text));
  new.number := 1 + (select coalesce(max(number), 0) from prepaid_sales where branch_id = new.branch_id);
  new.shift_id := prepaid_shift(new.branch_id, new.terminal_id, new.business_date);
  if new.shift_id is not null and new.method = 'cash' then
    insert into cash_movements (id, shift_id, kind, amount_centavos, reason, moved_at, moved_by, moved_by_name)
      values (gen_random_uuid(), new.shift_id, 'in', new.amount_centavos,
        'Gift card ' || lpad(new.number::text, 6, '0'), new.sold_at, new.cashier_id, new.cashier_name);
  end if;
  return new;
end $$;
create trigger prepaid_sales__number before insert on prepaid_sales
  for each row execute function number_card_sale();

create function join_shift_of_void_card() returns trigger language plpgsql as $$
declare
  sold record;
begin
  select branch_id, number, method, amount_centavos into sold from prepaid_sales where account_id = new.account_id;
  new.shift_id := prepaid_shift(sold.branch_id, new.terminal_id, (new.voided_at at time zone 'Asia/Manila')::date);
  if new.shift_id is not null and sold.method = 'cash' then
    insert into cash_movements (id, shift_id, kind, amount_centavos, reason, moved_at, moved_by, moved_by_name)
      values (gen_random_uuid(), new.shift_id, 'out', sold.amount_centavos,
        'Void of gift card ' || lpad(sold.number::text, 6, '0'), new.voided_at, new.voided_by, new.voided_by_name);
  end if;
  return new;
end $$;
create trigger prepaid_voids__join_shift before insert on prepaid_voids
  for each row execute function join_shift_of_void_card();

create trigger prepaid_entries__append_only before update or delete or truncate on prepaid_entries
  for each statement execute function refuse_rewrite();
create trigger prepaid_sales__append_only before update or delete or truncate on prepaid_sales
  for each statement execute function refuse_rewrite();
create trigger prepaid_voids__append_only before update or delete or truncate on prepaid_voids
  for each statement execute function refuse_rewrite();
