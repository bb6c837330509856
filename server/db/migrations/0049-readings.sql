-- Z-readings: what a terminal took on a business date, written once and numbered, each with a hash over its content and
-- over the hash of the one before. After it nothing of that day is sold or taken back on the terminal.

create table z_readings (
  id uuid primary key,
  terminal_id uuid not null references terminals,
  business_date date not null,
  number integer not null,
  -- JSON as it was hashed, with the number of its format.
  content text not null,
  previous_hash text not null,
  hash text not null,
  -- All that was ever rung up on the terminal, before discounts; nothing is taken off it.
  grand_total_centavos bigint not null,
  closed_at timestamptz not null,
  closed_by uuid not null references accounts,
  constraint z_readings__once unique (terminal_id, business_date),
  constraint z_readings__number unique (terminal_id, number)
);
create index z_readings__date on z_readings (business_date desc, closed_at desc, id desc);

-- Copies that came out of a printer, of a Z-reading or of the reading of a shift.
create table reading_prints (
  id uuid primary key,
  reading_id uuid references z_readings,
  shift_id uuid references shifts,
  printed_at timestamptz not null,
  printed_by uuid not null references accounts,
  constraint reading_prints__one check (num_nonnulls(reading_id, shift_id) = 1)
);
create index reading_prints__reading on reading_prints (reading_id) where reading_id is not null;
create index reading_prints__shift on reading_prints (shift_id) where shift_id is not null;

create function prove_reading() returns trigger language plpgsql as $$
declare
  before record;
begin
  perform from terminals where id = new.terminal_id for update;
  if exists (select from shifts where terminal_id = new.terminal_id and closed_at is null
      and business_date <= new.business_date) then
    raise exception 'a shift is open on the terminal %', new.terminal_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'z_readings__open_shift';
  end if;
  if new.business_date is distinct from (select min(s.business_date) from shifts s
      where s.terminal_id = new.terminal_id and not exists (select from z_readings z
        where z.terminal_id = s.terminal_id and z.business_date = s.business_date))
    and not exists (select from z_readings where terminal_id = new.terminal_id and business_date = new.business_date)
  then
    raise exception 'days are closed in their order' using errcode = 'restrict_violation', table = tg_table_name,
      constraint = 'z_readings__order';
  end if;
  select number, hash, grand_total_centavos into before from z_readings where terminal_id = new.terminal_id
    order by number desc limit 1;
  if new.number <> coalesce(before.number, 0) + 1 or new.previous_hash <> coalesce(before.hash, '')
    or new.grand_total_centavos < coalesce(before.grand_total_centavos, 0)
    or new.hash <> encode(sha256(convert_to(new.previous_hash || new.content, 'UTF8')), 'hex')
  then
    -- A reading that was made meanwhile is told by its own constraint.
    if exists (select from z_readings where terminal_id = new.terminal_id and business_date = new.business_date) then
      return new;
    end if;
    raise exception 'the reading % does not follow the one before', new.number
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'z_readings__follows';
  end if;
  return new;
end $$;
create trigger z_readings__prove before insert on z_readings for each row execute function prove_reading();
create trigger z_readings__append_only before update or delete or truncate on z_readings
  for each statement execute function refuse_rewrite();
create trigger reading_prints__append_only before update or delete or truncate on reading_prints
  for each statement execute function refuse_rewrite();

-- A closed day takes no new shift, and a forgotten one is closed before the next begins.
create or replace function prove_new_shift() returns trigger language plpgsql as $$
declare
  terminal record;
begin
  select branch_id, is_active into terminal from terminals where id = new.terminal_id for update;
  if not cash_control_is_on(terminal.branch_id) then return new; end if;
  if not terminal.is_active then
    raise exception 'the terminal % is not active', new.terminal_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'shifts__active_terminal';
  end if;
  if exists (select from z_readings where terminal_id = new.terminal_id and business_date >= new.business_date) then
    raise exception 'the day % is closed', new.business_date
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'shifts__day_closed';
  end if;
  if exists (select from shifts s where s.terminal_id = new.terminal_id and s.business_date < new.business_date
      and not exists (select from z_readings z where z.terminal_id = s.terminal_id and z.business_date = s.business_date))
  then
    raise exception 'a day before % is not closed', new.business_date
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'shifts__forgotten_day';
  end if;
  return new;
end $$;

create function refuse_void_after_reading() returns trigger language plpgsql as $$
begin
  if exists (select from documents d join z_readings z on z.terminal_id = d.terminal_id and z.business_date = d.business_date
      where d.id = new.refers_to) then
    raise exception 'the day of the document % is closed', new.refers_to
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__day_closed';
  end if;
  return new;
end $$;
-- Triggers run in the order of their names: before the one that looks for a shift.
create trigger documents__before_reading before insert on documents
  for each row when (new.kind = 'void') execute function refuse_void_after_reading();
