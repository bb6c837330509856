-- A visit may have several services, one after the other. The first stands with the visit itself, as it always did; the
-- others stand here, so that no row can contradict the visit, and a visit of one service needs none.

create table appointment_services (
  appointment_id uuid not null references appointments,
  -- The first service of a visit has the position 1.
  position smallint not null,
  service_id uuid not null references services,
  -- How long it takes, as it was booked. The first service has the rest of the visit.
  minutes smallint not null,
  -- Who does it; null where it needs nobody in particular.
  practitioner_id uuid references resources,
  primary key (appointment_id, position),
  constraint appointment_services__once unique (appointment_id, service_id),
  constraint appointment_services__position check (position between 2 and 5),
  constraint appointment_services__minutes check (minutes between 15 and 480 and minutes % 15 = 0)
);
create index appointment_services__practitioner on appointment_services (practitioner_id, appointment_id)
  where practitioner_id is not null;

-- Positions without gaps, no service twice, and something is left for the first service. Looked at when everything of a
-- change is written; visits of one service never come here.
create function prove_services() returns trigger language plpgsql as $$
declare
  visit uuid;
  fits boolean;
begin
  if tg_table_name = 'appointments' then visit := new.id;
  elsif tg_op = 'DELETE' then visit := old.appointment_id;
  else visit := new.appointment_id;
  end if;
  select coalesce(sum(s.minutes) < extract(epoch from a.ends_at - a.starts_at) / 60
      and max(s.position) = count(*) + 1 and bool_and(s.service_id <> a.service_id), true) into fits
  from appointments a join appointment_services s on s.appointment_id = a.id
  where a.id = visit
  group by a.id;
  if fits is false then
    raise exception 'the services of visit % do not fit into it', visit
      using errcode = 'check_violation', table = tg_table_name, constraint = 'appointment_services__fit';
  end if;
  return null;
end $$;

create constraint trigger appointment_services__fit after insert or update or delete on appointment_services
  deferrable initially deferred for each row execute function prove_services();
create constraint trigger appointments__services_fit after update on appointments
  deferrable initially deferred for each row
  when (new.ends_at - new.starts_at is distinct from old.ends_at - old.starts_at
    or new.service_id is distinct from old.service_id)
  execute function prove_services();

-- What a browser holds is a wish for all services of a visit; the first stands in its own column.
alter table holds
  add column further_services uuid[] not null default '{}';
