-- Whom the clinic knows, and what those whom it does not know yet may hold.

-- A person is proven once the clinic has confirmed a visit of theirs, booked one for them, sold to them, or put them on
-- file itself. The instant is set in the transaction that proves it and is never taken back.
alter table clients add column proven_at timestamptz;

-- The pending visit of an unproven person is held until `lapses_at`. `address_hash` is the keyed hash of the address
-- that booked it. Both leave with the first answer: when it is confirmed, moved or cancelled, or the person is proven.
alter table appointments add column lapses_at timestamptz;
alter table appointments add column address_hash bytea;
alter table appointments add constraint appointments__held
  check (status = 'pending' and (address_hash is null or lapses_at is not null)
    or lapses_at is null and address_hash is null);
create index appointments__lapses on appointments (lapses_at, id) where lapses_at is not null;
create index appointments__held_on on appointments (appointment_date) where lapses_at is not null;
create index appointments__held_from on appointments (address_hash) where address_hash is not null;

-- What lapsed was cancelled by nobody.
alter table appointments drop constraint appointments__cancel_reason;
alter table appointments add constraint appointments__cancel_reason
  check (cancel_reason in ('client', 'no-show', 'clinic', 'other', 'lapsed') or cancel_reason is null);
alter table appointments drop constraint appointments__cancelled;
alter table appointments add constraint appointments__cancelled check (
  case when cancel_reason is not distinct from 'lapsed' then status = 'cancelled' and cancelled_by is null
    else (status = 'cancelled') = (cancelled_by is not null) end
);

-- The key of the hashes of addresses: without it, whoever reads the column could try every address there is.
create table address_hash_key (
  id smallint primary key default 1,
  key bytea not null,
  constraint address_hash_key__one_row check (id = 1)
);
insert into address_hash_key (key)
  values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Tries to register within the last hour, by address. A try that made no account has no client. The rows of a person
-- leave when the person is proven, all others after the hour.
create table registration_tries (
  id uuid primary key,
  address_hash bytea not null,
  tried_at timestamptz not null,
  client_id uuid references clients
);
create index registration_tries__address on registration_tries (address_hash, tried_at);
create index registration_tries__client on registration_tries (client_id);
create index registration_tries__tried on registration_tries (tried_at);

-- The people of today. Who did not register was put on file by the clinic; who did is proven by what the clinic has
-- answered, booked or sold. When that was is not known any more: since they are clients.
update clients c set proven_at = c.joined_at
where not exists (
    select from history_logs l
    where l.subject = 'user' and l.subject_id = c.user_id::text and l.action = 'Registered as a client'
  )
  or exists (
    select from appointments a
    where a.client_id = c.id
      and (a.status in ('confirmed', 'on-going', 'completed', 'resched') or a.created_by <> c.user_id)
  )
  or exists (select from sales s where s.client_id = c.id)
  or exists (select from client_services v where v.client_id = c.id)
  or exists (
    select from history_logs l join appointments a on a.id::text = l.subject_id
    where l.subject = 'appointment' and a.client_id = c.id
      and (l.action like 'Confirmed the appointment of %' or l.action like 'Rescheduled the appointment of %')
  );

-- Nobody was told of 48 hours before: these visits are held until they would begin.
update appointments a set lapses_at = a.starts_at
from clients c
where c.id = a.client_id and c.proven_at is null and a.status = 'pending';
