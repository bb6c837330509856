-- Reports show how long clients wait, so the start of a treatment is kept. It was only in the history log.
alter table appointments add column started_at timestamptz;
update appointments set started_at = begun.at
from (
  select subject_id, max(happened_at) as at from events
  where type = 'appointments.appointment.on-going' group by 1
) begun
where begun.subject_id = appointments.id::text and appointments.status in ('on-going', 'completed');

-- Reports tell new clients from returning ones. Looking up the first visit of each client of a year took too long.
alter table clients add column first_kept_at timestamptz;
update clients set first_kept_at = kept.at
from (select client_id, min(starts_at) as at from appointments where status = 'completed' group by 1) kept
where kept.client_id = clients.id;
create index clients__first_kept on clients (first_kept_at) where first_kept_at is not null;

create function keep_first_visit() returns trigger language plpgsql as $$
declare
  affected uuid[] := case tg_op
    when 'INSERT' then array[new.client_id] when 'DELETE' then array[old.client_id] else array[old.client_id, new.client_id] end;
begin
  update clients set first_kept_at = kept.at
  from (
    select clients.id, (select starts_at from appointments where client_id = clients.id and status = 'completed'
      order by starts_at limit 1) as at
    from clients where id = any(affected)
  ) kept
  where clients.id = kept.id and clients.first_kept_at is distinct from kept.at;
  return null;
end $$;
create trigger appointments__first_kept_added after insert on appointments for each row
  when (new.status = 'completed') execute function keep_first_visit();
create trigger appointments__first_kept_changed after update of status, client_id, starts_at on appointments for each row
  when ((old.status = 'completed' or new.status = 'completed')
    and (old.status, old.client_id, old.starts_at) is distinct from (new.status, new.client_id, new.starts_at))
  execute function keep_first_visit();
create trigger appointments__first_kept_removed after delete on appointments for each row
  when (old.status = 'completed') execute function keep_first_visit();

-- With this column the index alone answers when a client came next.
drop index appointments__client;
create index appointments__client on appointments (client_id, starts_at desc) include (status);

-- The services that clients received on some dates, for the list of clients to call.
create index client_services__date on client_services (date) include (client_id, service_id);
