-- Cash control: a clinic that switches it on sells on terminals, in shifts whose cash is counted. Off by default; then
-- documents belong to no shift, as all that are there already.

create table cash_settings (
  branch_id uuid primary key references branches,
  is_on boolean not null default false,
  -- A difference above it needs a reason when a shift is closed.
  difference_centavos bigint not null default 5000,
  version integer not null default 1,
  constraint cash_settings__difference check (difference_centavos between 0 and 999999999)
);
insert into cash_settings (branch_id) select id from branches;
create trigger cash_settings__version before update on cash_settings for each row execute function raise_version();

create table terminals (
  id uuid primary key,
  branch_id uuid not null references branches,
  name text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index terminals__name on terminals (branch_id, lower(name));
create trigger terminals__version before update on terminals for each row execute function raise_version();

create table shifts (
  id uuid primary key,
  terminal_id uuid not null references terminals,
  business_date date not null,
  -- Whose shift it is; somebody else may have opened or closed it.
  cashier_id uuid not null references accounts,
  cashier_name text not null,
  opened_at timestamptz not null,
  opened_by uuid not null references accounts,
  -- Counts: how many of each note (`{"notes": {"1000": 2, …}, "coins": centavos}`), and what they come to.
  float_count jsonb not null,
  float_centavos bigint not null,
  -- What was counted before the expectation was shown; a second count leaves it.
  first_counted_centavos bigint,
  closed_at timestamptz,
  closed_by uuid references accounts,
  closed_by_name text,
  count jsonb,
  counted_centavos bigint,
  expected_centavos bigint,
  difference_reason text,
  constraint shifts__float check (float_centavos >= 0),
  constraint shifts__counted check (counted_centavos >= 0 and first_counted_centavos >= 0),
  constraint shifts__closed check (
    num_nulls(closed_at, closed_by, closed_by_name, count, counted_centavos, expected_centavos)
      = case when closed_at is null then 6 else 0 end
    and (closed_at is null or first_counted_centavos is not null)
  ),
  constraint shifts__times check (closed_at >= opened_at)
);
create unique index shifts__one_open on shifts (terminal_id) where closed_at is null;
create index shifts__terminal_date on shifts (terminal_id, business_date);
create index shifts__date on shifts (business_date desc, opened_at desc, id desc);

-- Money that goes into the drawer or out of it and is no sale.
create table cash_movements (
  id uuid primary key,
  shift_id uuid not null references shifts,
  kind text not null,
  amount_centavos bigint not null,
  reason text not null,
  moved_at timestamptz not null,
  moved_by uuid not null references accounts,
  moved_by_name text not null,
  constraint cash_movements__kind check (kind in ('in', 'out')),
  constraint cash_movements__amount check (amount_centavos > 0)
);
create index cash_movements__shift on cash_movements (shift_id);

alter table documents
  add column terminal_id uuid references terminals,
  add column shift_id uuid references shifts;
create index documents__shift on documents (shift_id) where shift_id is not null;

-- ── Rules ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create function cash_control_is_on(branch uuid) returns boolean language sql stable as $$
  select coalesce((select is_on from cash_settings where branch_id = branch), false)
$$;

-- A new document belongs to the open shift of its terminal: the one that was named, that of the sale it takes back, or
-- the only active one. Whoever closes the shift waits for it, and it waits for whoever is closing the shift; the second
-- look is for the shift that a hand-over has opened meanwhile. Documents keep what they bring while the control is off.
create function join_shift() returns trigger language plpgsql as $$
declare
  sold_on uuid;
  sold_in uuid;
  shift record;
begin
  if not cash_control_is_on(new.branch_id) then return new; end if;
  if new.refers_to is not null then
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
    if new.refers_to is not null and sold_in is null then
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
create trigger documents__join_shift before insert on documents for each row execute function join_shift();

-- Opening a shift, closing a day and switching a terminal off hold the terminal, so that each sees what the other did.
create function prove_new_shift() returns trigger language plpgsql as $$
declare
  terminal record;
begin
  select branch_id, is_active into terminal from terminals where id = new.terminal_id for update;
  if not cash_control_is_on(terminal.branch_id) then return new; end if;
  if not terminal.is_active then
    raise exception 'the terminal % is not active', new.terminal_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'shifts__active_terminal';
  end if;
  return new;
end $$;
create trigger shifts__prove before insert on shifts for each row execute function prove_new_shift();

create function refuse_change_of_closed_shift() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or (new.id, new.terminal_id, new.business_date, new.cashier_id, new.cashier_name,
      new.opened_at, new.opened_by, new.float_count, new.float_centavos)
    is distinct from (old.id, old.terminal_id, old.business_date, old.cashier_id, old.cashier_name,
      old.opened_at, old.opened_by, old.float_count, old.float_centavos)
    or (old.first_counted_centavos is not null and old.first_counted_centavos is distinct from new.first_counted_centavos)
  then
    raise exception 'a shift is closed once, and nothing else of it changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger shifts__closed_once before update on shifts for each row execute function refuse_change_of_closed_shift();
create trigger shifts__stay before delete or truncate on shifts for each statement execute function refuse_rewrite();

create function prove_movement() returns trigger language plpgsql as $$
begin
  perform from shifts where id = new.shift_id and closed_at is null for share;
  if not found then
    raise exception 'the shift % is closed', new.shift_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'cash_movements__open_shift';
  end if;
  return new;
end $$;
create trigger cash_movements__prove before insert on cash_movements for each row execute function prove_movement();
create trigger cash_movements__append_only before update or delete or truncate on cash_movements
  for each statement execute function refuse_rewrite();
