-- Cash cannot vanish: a pay-out or a drop to the bank above the clinic's limit needs an approval, an approval belongs to
-- one order, document or shift, and nothing leaves a drawer that it does not hold.

-- ── Settings and movements ─────────────────────────────────────────────────────────────────────────────────────────

alter table cash_settings
  -- A pay-out or drop above this amount needs the approval of an admin.
  add column approval_centavos bigint not null default 200000,
  add constraint cash_settings__approval check (approval_centavos between 0 and 999999999);

alter table cash_movements
  drop constraint cash_movements__kind,
  -- A drop is money taken to the bank.
  add constraint cash_movements__kind check (kind in ('in', 'out', 'drop')),
  alter column reason drop not null,
  -- The number of the bank's deposit slip.
  add column slip_number text,
  add column approval_id uuid references approvals,
  add constraint cash_movements__text check (
    case when kind = 'drop' then slip_number is not null else reason is not null and slip_number is null end
  );
create unique index cash_movements__approval_once on cash_movements (approval_id) where approval_id is not null;
create index cash_movements__moved_at on cash_movements (moved_at desc, id desc);

-- ── Approvals ──────────────────────────────────────────────────────────────────────────────────────────────────────

alter table approvals
  -- The shift out of whose drawer the money is taken, and the idempotency key of the order with the discount.
  add column shift_id uuid constraint approvals__known_shift references shifts,
  add column order_key uuid,
  drop constraint approvals__kind,
  add constraint approvals__kind check (kind in ('void', 'refund', 'discount', 'pay_out', 'drop')),
  drop constraint approvals__sale,
  add constraint approvals__sale check ((kind in ('void', 'refund')) = (sale_id is not null)),
  add constraint approvals__shift check ((kind in ('pay_out', 'drop')) = (shift_id is not null)),
  -- Earlier approvals of discounts name no order; they have expired.
  add constraint approvals__order check ((kind = 'discount') = (order_key is not null)) not valid;
create index approvals__approved_at on approvals (approved_at desc, id desc);

-- ── The drawer ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- The cash that should be in the drawer of a shift. The caller must have locked the shift.
create function cash_in_drawer(of_shift uuid) returns bigint language sql as $$
  select float_centavos
    + coalesce((select sum(case kind when 'in' then amount_centavos else -amount_centavos end)
        from cash_movements where shift_id = of_shift), 0)::bigint
    + coalesce((select sum(payments.amount_centavos)
        from documents join payments on payments.document_id = documents.id
        where documents.shift_id = of_shift and payments.method = 'cash'), 0)::bigint
  from shifts where id = of_shift
$$;

-- Money that leaves a drawer locks the shift until the commit, so that two movements or refunds run one after the other.
create or replace function prove_movement() returns trigger language plpgsql as $$
begin
  perform from shifts where id = new.shift_id and closed_at is null for no key update;
  if not found then
    raise exception 'the shift % is closed', new.shift_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'cash_movements__open_shift';
  end if;
  return new;
end $$;

create function prove_drawer_of_movement() returns trigger language plpgsql as $$
begin
  if cash_in_drawer(new.shift_id) < 0 then
    raise exception 'the drawer of the shift % holds less', new.shift_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'cash_movements__drawer';
  end if;
  return null;
end $$;
create constraint trigger cash_movements__drawer after insert on cash_movements
  deferrable initially deferred for each row when (new.kind <> 'in') execute function prove_drawer_of_movement();

-- A sale shares its shift with other sales; a void or refund, which may pay cash back, locks it.
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
    if new.kind = 'sale' then
      select id, business_date into shift from shifts where terminal_id = new.terminal_id and closed_at is null for share;
    else
      select id, business_date into shift from shifts where terminal_id = new.terminal_id and closed_at is null
        for no key update;
    end if;
    exit when found;
  end loop;
  if shift.id is null then
    -- Cash of a sale from before cash control was switched on is in no counted drawer.
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

create function prove_cash_back() returns trigger language plpgsql as $$
begin
  if exists (select from payments where document_id = new.id and method = 'cash' and amount_centavos < 0)
    and cash_in_drawer(new.shift_id) < 0
  then
    raise exception 'the drawer of the shift % holds less', new.shift_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__drawer';
  end if;
  return null;
end $$;
-- The check runs at the commit, when all payments of the document are written.
create constraint trigger documents__drawer after insert on documents
  deferrable initially deferred for each row when (new.kind <> 'sale' and new.shift_id is not null)
  execute function prove_cash_back();
