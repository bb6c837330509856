-- Packages of sessions, which clients pay ahead. A sold package is a prepaid account: a debt of the clinic and no sale.
-- Each of its sessions has a value of its own, and the values add up to what was paid. The line of a later sale takes a
-- session, and the account pays the session's value.
-- Earlier versions go on: no line has a session and no account is a package until an admin of the new version offers
-- packages. The void or refund of such a line by an earlier version gives the session back too, because triggers do it.

-- What the clinic offers. Sold packages keep a copy of it.
create table packages (
  id uuid primary key,
  branch_id uuid not null references branches,
  name text not null,
  price_centavos bigint not null,
  -- When the validity begins: `none` for a package without an expiry date.
  validity text not null,
  validity_months integer,
  is_transferable boolean not null,
  is_active boolean not null,
  version integer not null,
  updated_at timestamptz not null,
  constraint packages__price check (price_centavos > 0),
  constraint packages__validity check (
    validity in ('none', 'sale', 'first_use') and (validity = 'none') = (validity_months is null)
  ),
  constraint packages__months check (validity_months between 1 and 120)
);
create index packages__branch on packages (branch_id, name);

create table package_services (
  package_id uuid not null references packages,
  service_id uuid not null references services,
  sessions integer not null,
  position integer not null,
  primary key (package_id, service_id),
  constraint package_services__sessions check (sessions between 1 and 100)
);

alter table prepaid_accounts
  drop constraint prepaid_accounts__kind,
  add constraint prepaid_accounts__kind check (kind in ('gift_card', 'store_credit', 'package')),
  add constraint prepaid_accounts__client check (kind <> 'package' or client_id is not null);

create table sold_packages (
  account_id uuid primary key references prepaid_accounts,
  branch_id uuid not null references branches,
  package_id uuid not null references packages,
  name text not null,
  validity text not null,
  validity_months integer,
  is_transferable boolean not null,
  -- The last day on which a session can be used; null without an expiry date, and before the first use.
  expires_on date,
  is_extended boolean not null default false
);

create table package_sessions (
  id uuid primary key,
  account_id uuid not null references sold_packages,
  position integer not null,
  service_id uuid not null references services,
  service_name text not null,
  -- What the client paid for this session, and what the service cost without the package.
  value_centavos bigint not null,
  list_centavos bigint not null,
  -- The ledger keeps it: the sale that has used the session; null while it is free.
  used_by uuid,
  constraint package_sessions__once unique (account_id, position),
  constraint package_sessions__value check (value_centavos >= 0 and list_centavos >= 0)
);

-- The ledger of sessions: each use, and each void or refund that gave a session back.
create table package_uses (
  session_id uuid not null references package_sessions,
  position integer not null,
  kind text not null,
  document_id uuid not null references documents deferrable initially deferred,
  primary key (session_id, position),
  constraint package_uses__kind check (kind in ('used', 'given_back'))
);
create index package_uses__document on package_uses (document_id);

alter table document_lines
  add column package_session_id uuid references package_sessions,
  drop constraint document_lines__discount_reason,
  add constraint document_lines__discount_reason check (
    discount_reason in ('Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other', 'Package') or discount_reason is null
  ),
  add constraint document_lines__session check (
    package_session_id is null or kind = 'service' and abs(quantity) <= 1 and card_position is null
      and order_discount_centavos = 0
  );

-- The line that takes a session locks its account, so that a session is used once, and never after the package's refund.
create function use_package_session() returns trigger language plpgsql as $$
declare
  session record;
  account record;
begin
  select account_id into session from package_sessions where id = new.package_session_id;
  select voided_at into account from prepaid_accounts where id = session.account_id for no key update;
  select account_id, used_by, (select count(*) from package_uses where session_id = new.package_session_id) as uses
    into session from package_sessions where id = new.package_session_id for no key update;
  if account.voided_at is not null then
    raise exception 'the package of the session % was refunded', new.package_session_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'package_sessions__open';
  end if;
  if (session.used_by is null) <> (new.quantity > 0) then
    raise exception 'the session % was used before', new.package_session_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'package_sessions__used_once';
  end if;
  insert into package_uses (session_id, position, kind, document_id) values (new.package_session_id, session.uses + 1,
    case when new.quantity > 0 then 'used' else 'given_back' end, new.document_id);
  update package_sessions set used_by = case when new.quantity > 0 then new.document_id end
    where id = new.package_session_id;
  -- A package whose first use was voided or refunded has not begun.
  if new.quantity < 0 then
    update sold_packages set expires_on = null
      where account_id = session.account_id and validity = 'first_use' and not is_extended
        and not exists (select from package_sessions where account_id = session.account_id and used_by is not null);
  end if;
  return null;
end $$;
create trigger document_lines__session after insert on document_lines
  for each row when (new.package_session_id is not null and new.quantity <> 0) execute function use_package_session();

create trigger package_uses__append_only before update or delete or truncate on package_uses
  for each statement execute function refuse_rewrite();

-- The cash for a package is a pay-in that is named as such.
create or replace function number_card_sale() returns trigger language plpgsql as $$
begin
  -- Whoever sells a card or package at the same time waits, so that the numbers have no gaps.
  perform pg_advisory_xact_lock(hashtext('prepaid_sales ' || new.branch_id::text));
  new.number := 1 + (select coalesce(max(number), 0) from prepaid_sales where branch_id = new.branch_id);
  new.shift_id := prepaid_shift(new.branch_id, new.terminal_id, new.business_date);
  if new.shift_id is not null and new.method = 'cash' then
    insert into cash_movements (id, shift_id, kind, amount_centavos, reason, moved_at, moved_by, moved_by_name)
      values (gen_random_uuid(), new.shift_id, 'in', new.amount_centavos,
        case when exists (select from prepaid_accounts where id = new.account_id and kind = 'package')
          then 'Package ' else 'Gift card ' end || lpad(new.number::text, 6, '0'),
        new.sold_at, new.cashier_id, new.cashier_name);
  end if;
  return new;
end $$;
