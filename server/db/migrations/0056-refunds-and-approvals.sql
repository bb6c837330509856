-- Refunds take a sale back in part or as a whole on a later day, and approvals let a cashier do what an admin has agreed to
-- at the till. Documents that are there already have no approval.

-- ── Approvals ──────────────────────────────────────────────────────────────────────────────────────────────────────

create table approval_pins (
  account_id uuid primary key references accounts,
  pin_hash text not null,
  set_at timestamptz not null
);

-- What an admin has agreed to: a document of a kind, up to an amount, for one colleague.
create table approvals (
  id uuid primary key,
  kind text not null,
  -- The sale that is taken back; null for a discount.
  sale_id uuid constraint approvals__known_sale references documents,
  amount_centavos bigint not null,
  approver_id uuid not null references accounts,
  approver_name text not null,
  requested_by uuid not null references accounts,
  approved_at timestamptz not null,
  constraint approvals__kind check (kind in ('void', 'refund', 'discount')),
  constraint approvals__sale check ((kind = 'discount') = (sale_id is null)),
  constraint approvals__amount check (amount_centavos >= 0)
);
create trigger approvals__append_only before update or delete or truncate on approvals
  for each statement execute function refuse_rewrite();

alter table documents add column approval_id uuid references approvals;
create unique index documents__approval_once on documents (approval_id) where approval_id is not null;

-- ── Refunds ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A line of a refund has the position of the line of its sale. An add-on that goes back alone stands under its service, of
-- which nothing goes back then.
alter table document_lines
  drop constraint document_lines__quantity,
  add constraint document_lines__quantity check (
    quantity <> 0 or kind = 'service' and discount_centavos = 0 and less_vat_centavos = 0 and order_discount_centavos = 0
  );

-- Whoever takes a sale back holds it, so that each sees what the other has taken.
create function hold_original() returns trigger language plpgsql as $$
begin
  perform from documents where id = new.refers_to for no key update;
  return new;
end $$;
create trigger documents__hold_original before insert on documents
  for each row when (new.refers_to is not null) execute function hold_original();

-- Of each line no more goes back than was sold, in pieces and in money; what goes back last is all that is left.
create function prove_taken_back() returns trigger language plpgsql as $$
declare
  too_much boolean;
begin
  if exists (select from documents where refers_to = new.refers_to and kind <> new.kind) then
    raise exception 'the document % is voided or refunded already', new.refers_to
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__void_or_refund';
  end if;
  if new.kind = 'void' then return null; end if;
  select bool_or(remaining.quantity < 0 or remaining.paid < 0 or remaining.quantity = 0 and remaining.amounts <> 0)
  into too_much
  from (
    select sum(quantity) as quantity, sum(line_total_centavos - order_discount_centavos) as paid,
      abs(sum(line_total_centavos)) + abs(sum(discount_centavos)) + abs(sum(order_discount_centavos))
        + abs(sum(vatable_centavos)) + abs(sum(vat_centavos)) + abs(sum(exempt_centavos))
        + abs(sum(zero_rated_centavos)) + abs(sum(excise_centavos)) + abs(sum(less_vat_centavos)) as amounts
    from document_lines
    where document_id = new.refers_to
      or document_id in (select id from documents where refers_to = new.refers_to and kind = 'refund')
    group by position
  ) remaining;
  if too_much then
    raise exception 'more than is left of the document % goes back', new.refers_to
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__refund_within';
  end if;
  return null;
end $$;
create constraint trigger documents__taken_back after insert on documents
  deferrable initially deferred for each row when (new.refers_to is not null) execute function prove_taken_back();

-- A refund leaves the drawer at which it is made, on whatever terminal the sale was made.
create or replace function join_shift() returns trigger language plpgsql as $$
declare
  sold_on uuid;
  sold_in uuid;
  shift record;
begin
  if not cash_control_is_on(new.branch_id) then return new; end if;
  if new.kind = 'void' then
    select terminal_id, shift_id into sold_on, sold_in from documents where id = new.refers_to;
    new.terminal_id := coalesce(sold_on, new.terminal_id);
  end if;
  if new.terminal_id is null then
    select (array_agg(id))[1] into new.terminal_id from terminals where branch_id = new.branch_id and is_active
      having count(*) = 1;
  end if;
  for look in 1..2 loop
    select id, business_date into shift from shifts where terminal_id = new.terminal_id and closed_at is null for share;
    exit when found;
  end loop;
  if shift.id is null then
    -- What was sold before the control was switched on lies in no drawer that is counted.
    if new.kind = 'void' and sold_in is null then
      new.terminal_id := null;
      return new;
    end if;
    raise exception 'no shift is open on the terminal %', new.terminal_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__open_shift';
  end if;
  if shift.business_date <> new.business_date then
    raise exception 'the open shift is of %', shift.business_date
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__shift_of_day';
  end if;
  new.shift_id := shift.id;
  return new;
end $$;
