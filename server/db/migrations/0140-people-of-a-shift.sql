-- A reading shows who opened a shift, who sold in it and who closed it. Names are stored as they were.
alter table shifts add column opened_by_name text;
alter table shifts disable trigger shifts__closed_once;
update shifts set opened_by_name = case when opened_by = cashier_id then cashier_name
  else coalesce((select name from people where id = shifts.opened_by), cashier_name) end;
alter table shifts enable trigger shifts__closed_once;
alter table shifts alter column opened_by_name set not null;

create or replace function refuse_change_of_closed_shift() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or (new.id, new.terminal_id, new.business_date, new.cashier_id, new.cashier_name,
      new.opened_at, new.opened_by, new.opened_by_name, new.float_count, new.float_centavos)
    is distinct from (old.id, old.terminal_id, old.business_date, old.cashier_id, old.cashier_name,
      old.opened_at, old.opened_by, old.opened_by_name, old.float_count, old.float_centavos)
    or (old.first_counted_centavos is not null and old.first_counted_centavos is distinct from new.first_counted_centavos)
  then
    raise exception 'a shift is closed once, and nothing else of it changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Who has confirmed to work on the shift of a colleague; each person is asked once per shift.
create table shift_colleagues (
  shift_id uuid not null references shifts,
  person_id uuid not null references accounts,
  person_name text not null,
  confirmed_at timestamptz not null,
  primary key (shift_id, person_id)
);
create trigger shift_colleagues__append_only before update or delete or truncate on shift_colleagues
  for each statement execute function refuse_rewrite();
