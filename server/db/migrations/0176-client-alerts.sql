-- Alerts about a client, such as an allergy. An alert is never deleted and its words never change: it is ended, and a
-- correction is a new alert that replaces the old one.
create table client_alerts (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  kind text not null,
  -- Details, such as what the client is allergic to.
  text text,
  -- The alert whose words this one corrects.
  replaces uuid references client_alerts,
  added_at timestamptz not null,
  added_by uuid not null references accounts,
  added_by_name text not null,
  ended_at timestamptz,
  ended_by uuid references accounts,
  ended_by_name text,
  constraint client_alerts__kind
    check (kind in ('allergy', 'pregnancy', 'isotretinoin', 'keloids', 'blood-thinner', 'other')),
  constraint client_alerts__text check (text <> '' and (kind <> 'other' or text is not null)),
  constraint client_alerts__ended check (num_nulls(ended_at, ended_by, ended_by_name) in (0, 3)),
  constraint client_alerts__replaces unique (replaces)
);
create index client_alerts__client on client_alerts (client_id, added_at, id);
create trigger client_alerts__client_stands before insert or update of client_id on client_alerts
  for each row execute function refuse_merged_client();

create function refuse_change_of_client_alert() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{client_id,ended_at,ended_by,ended_by_name}'::text[]
      is distinct from to_jsonb(old) - '{client_id,ended_at,ended_by,ended_by_name}'::text[]
    or (old.ended_at is not null and (new.ended_at, new.ended_by, new.ended_by_name)
      is distinct from (old.ended_at, old.ended_by, old.ended_by_name))
  then
    raise exception 'the words of an alert never change' using errcode = 'restrict_violation', table = tg_table_name,
      constraint = 'client_alerts__words';
  end if;
  return new;
end $$;
create trigger client_alerts__words before update on client_alerts
  for each row execute function refuse_change_of_client_alert();

-- The treatments that an alert speaks against.
create table client_alert_treatments (
  alert_id uuid not null references client_alerts on delete cascade,
  treatment_id uuid not null references treatments,
  primary key (alert_id, treatment_id)
);
create index client_alert_treatments__treatment on client_alert_treatments (treatment_id);
create trigger client_alert_treatments__append_only before update or truncate on client_alert_treatments
  for each statement execute function refuse_rewrite();

-- Why a visit was booked or started although something spoke against it. The questions are kept as they were asked.
create table visit_reasons (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  appointment_id uuid not null references appointments on delete cascade,
  step text not null,
  reason text not null,
  questions jsonb not null,
  given_at timestamptz not null,
  given_by uuid not null references accounts,
  given_by_name text not null,
  constraint visit_reasons__step check (step in ('booked', 'started')),
  constraint visit_reasons__reason check (reason <> '')
);
create index visit_reasons__client on visit_reasons (client_id, given_at desc, id desc);
create index visit_reasons__appointment on visit_reasons (appointment_id);
create trigger visit_reasons__client_stands before insert or update of client_id on visit_reasons
  for each row execute function refuse_merged_client();

-- Merging two records of one person changes the client; nothing else of a reason changes.
create function refuse_change_of_visit_reason() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'client_id' is distinct from to_jsonb(old) - 'client_id' then
    raise exception 'the reason of a visit never changes' using errcode = 'restrict_violation', table = tg_table_name,
      constraint = 'visit_reasons__append_only';
  end if;
  return new;
end $$;
create trigger visit_reasons__append_only before update on visit_reasons
  for each row execute function refuse_change_of_visit_reason();
create trigger visit_reasons__no_truncate before truncate on visit_reasons
  for each statement execute function refuse_rewrite();
