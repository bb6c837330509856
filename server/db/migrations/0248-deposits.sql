-- Deposits: what a client pays ahead for a booked visit. A verified deposit is a prepaid account, like a gift card: a
-- debt of the clinic and no sale, until the sale of a visit is paid with it.
-- Earlier versions go on: nobody is asked for a deposit until an admin of the new version switches deposits on.

-- The rules of a branch; without a row nobody is asked for a deposit.
create table deposit_settings (
  branch_id uuid primary key references branches,
  is_on boolean not null,
  -- The number of no-shows from which a client is asked for a deposit for every visit.
  no_shows integer,
  no_show_kind text,
  no_show_value bigint,
  hold_hours integer not null,
  -- Null: the clinic keeps every deposit.
  return_notice_hours integer,
  note text,
  -- The accounts to which clients send money, as clients read them.
  gcash text,
  maya text,
  bank_transfer text,
  version integer not null,
  updated_at timestamptz not null,
  constraint deposit_settings__no_shows check (
    num_nulls(no_shows, no_show_kind, no_show_value) in (0, 3) and no_shows between 1 and 10
  ),
  constraint deposit_settings__rule check (
    no_show_kind in ('amount', 'percent') and no_show_value > 0 and (no_show_kind = 'amount' or no_show_value <= 100)
  ),
  constraint deposit_settings__hold check (hold_hours between 1 and 168),
  constraint deposit_settings__notice check (return_notice_hours between 0 and 168)
);

-- The services for which a deposit is asked: centavos, or percent of the price.
create table deposit_rules (
  service_id uuid primary key references services,
  kind text not null,
  value bigint not null,
  constraint deposit_rules__rule check (
    kind in ('amount', 'percent') and value > 0 and (kind = 'amount' or value <= 100)
  )
);

alter table prepaid_accounts
  drop constraint prepaid_accounts__kind,
  add constraint prepaid_accounts__kind check (kind in ('gift_card', 'store_credit', 'package', 'deposit')),
  drop constraint prepaid_accounts__client,
  add constraint prepaid_accounts__client check (kind not in ('package', 'deposit') or client_id is not null);

create table deposits (
  id uuid primary key,
  branch_id uuid not null references branches,
  appointment_id uuid not null references appointments,
  client_id uuid not null references clients,
  amount_centavos bigint not null,
  -- The policy that the client saw.
  return_notice_hours integer,
  note text,
  requested_at timestamptz not null,
  -- What the client says about the payment; staff verify it.
  method text,
  reference_number text,
  reported_at timestamptz,
  refused_reason text,
  -- The account with the verified money.
  account_id uuid references prepaid_accounts,
  constraint deposits__once unique (appointment_id),
  constraint deposits__account_once unique (account_id),
  constraint deposits__amount check (amount_centavos > 0),
  constraint deposits__method check (method in ('gcash', 'maya', 'bank_transfer')),
  constraint deposits__report check (num_nulls(method, reported_at) in (0, 2)),
  constraint deposits__refused check (refused_reason is null or reported_at is null)
);
create index deposits__client on deposits (client_id);
create index deposits__requested on deposits (branch_id, requested_at) where account_id is null;
create trigger deposits__client_stands before insert or update of client_id on deposits
  for each row execute function refuse_merged_client();

-- The screenshot of a payment.
create table deposit_pictures (
  deposit_id uuid primary key references deposits,
  picture bytea not null,
  added_at timestamptz not null
);

-- The names of movements of cash say what was sold or given back.
create function prepaid_name(kind text) returns text language sql immutable as $$
  select case kind when 'package' then 'package' when 'deposit' then 'deposit' else 'gift card' end
$$;

create or replace function number_card_sale() returns trigger language plpgsql as $$
declare
  name text;
begin
  -- Whoever sells a card or package or takes a deposit at the same time waits, so that the numbers have no gaps.
  perform pg_advisory_xact_lock(hashtext('prepaid_sales ' || new.branch_id::text));
  new.number := 1 + (select coalesce(max(number), 0) from prepaid_sales where branch_id = new.branch_id);
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

create or replace function join_shift_of_void_card() returns trigger language plpgsql as $$
declare
  sold record;
  returned bigint;
begin
  select prepaid_sales.branch_id, number, method, amount_centavos, prepaid_accounts.kind into sold
    from prepaid_sales join prepaid_accounts on prepaid_accounts.id = account_id where account_id = new.account_id;
  returned := coalesce(new.amount_centavos, sold.amount_centavos);
  if returned <> coalesce(
    (select -sum(amount_centavos) from prepaid_entries where account_id = new.account_id and kind = 'void'), 0)
  then
    raise exception 'the account % does not give % centavos back', new.account_id, returned
      using errcode = 'check_violation', table = tg_table_name, constraint = 'prepaid_voids__entry';
  end if;
  new.shift_id := prepaid_shift(sold.branch_id, new.terminal_id, (new.voided_at at time zone 'Asia/Manila')::date);
  if new.shift_id is not null and sold.method = 'cash' and returned > 0 then
    insert into cash_movements (id, shift_id, kind, amount_centavos, reason, moved_at, moved_by, moved_by_name)
      values (gen_random_uuid(), new.shift_id, 'out', returned,
        case sold.kind when 'package' then 'Refund of ' when 'deposit' then 'Return of ' else 'Void of ' end
          || prepaid_name(sold.kind) || ' ' || lpad(sold.number::text, 6, '0'),
        new.voided_at, new.voided_by, new.voided_by_name);
  end if;
  return new;
end $$;
