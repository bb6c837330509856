-- What happens at a till without leaving a document: lines deleted from an order, orders dropped, and openings of the
-- drawer without a sale. The till reports each of them, and a stored one never changes.
create table till_actions (
  -- The till makes the id, so that a report that is sent twice is stored once.
  id uuid primary key,
  branch_id uuid not null references branches,
  -- Null without cash control, and on a device that has not chosen its terminal.
  terminal_id uuid references terminals,
  -- The shift in whose readings the action is counted.
  shift_id uuid references shifts,
  kind text not null,
  -- What was deleted or dropped, or why the drawer was opened.
  description text not null,
  -- Prices before discounts, so that a discount cannot make a deletion small.
  amount_centavos bigint not null,
  acted_at timestamptz not null,
  acted_by uuid not null references accounts,
  acted_by_name text not null,
  -- A report from a till without a connection arrives later, and a colleague's log-in may have sent it.
  received_at timestamptz not null,
  received_from uuid not null references accounts,
  received_from_name text not null,
  constraint till_actions__kind check (kind in ('line_deleted', 'order_dropped', 'drawer_opened')),
  constraint till_actions__amount check (amount_centavos >= 0 and (kind <> 'drawer_opened' or amount_centavos = 0)),
  constraint till_actions__times check (acted_at <= received_at),
  constraint till_actions__terminal check (shift_id is null or terminal_id is not null)
);
create index till_actions__shift on till_actions (shift_id) where shift_id is not null;
create index till_actions__acted_at on till_actions (acted_at desc, id desc);
create trigger till_actions__append_only before update or delete or truncate on till_actions
  for each statement execute function refuse_rewrite();

-- A Z-reading has counted the actions of its shifts, so no action is added to them. The lock waits for a day that is
-- just being closed.
create function prove_till_action() returns trigger language plpgsql as $$
begin
  perform from terminals where id = new.terminal_id for share;
  if exists (
    select from shifts join z_readings using (terminal_id, business_date) where shifts.id = new.shift_id
  ) then
    raise exception 'the day of the shift % is closed', new.shift_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'till_actions__open_day';
  end if;
  return new;
end $$;
create trigger till_actions__prove before insert on till_actions for each row execute function prove_till_action();
