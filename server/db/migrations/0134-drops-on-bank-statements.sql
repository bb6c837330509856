-- Whether the owner has seen a drop on the bank statement. The movement itself never changes. A drop without a row was
-- never looked for.
create table drop_checks (
  movement_id uuid primary key references cash_movements,
  is_seen boolean not null default false,
  changed_at timestamptz not null,
  changed_by uuid not null references accounts,
  changed_by_name text not null,
  version integer not null default 0
);
create trigger drop_checks__version before update on drop_checks for each row execute function raise_version();

create function prove_drop_check() returns trigger language plpgsql as $$
begin
  if not exists (select from cash_movements where id = new.movement_id and kind = 'drop') then
    raise exception 'the movement % is no bank drop', new.movement_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'drop_checks__drop';
  end if;
  return new;
end $$;
create trigger drop_checks__drop before insert or update on drop_checks for each row execute function prove_drop_check();
