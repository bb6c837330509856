-- Practitioners, rooms and devices, when they work, how long services take, and what visits occupy, by the quarter hour.

-- ── Resources ──────────────────────────────────────────────────────────────────────────────────────────────────────

create table resources (
  id uuid primary key,
  branch_id uuid not null references branches,
  kind text not null,
  name text not null,
  position smallint not null,
  colour text,
  is_active boolean not null default true,
  constraint resources__kind check (kind in ('practitioner', 'room', 'device')),
  constraint resources__colour check (colour ~ '^#[0-9a-f]{6}$'),
  constraint resources__name unique (branch_id, kind, name)
);

-- The stations are the rooms.
insert into resources (id, branch_id, kind, name, position, is_active)
select s.id, b.id, 'room', s.name, s.position, s.is_active from stations s, branches b;

-- Spans of local times, as in `opening_hours`. A resource without any works whenever its branch is open.
create table resource_hours (
  resource_id uuid not null references resources,
  weekday smallint not null,
  opens_at time not null,
  closes_at time not null,
  primary key (resource_id, weekday, opens_at),
  constraint resource_hours__weekday check (weekday between 0 and 6),
  constraint resource_hours__closes_at check (closes_at < '24:00')
);

-- What is different on one date: `hours` take the place of the weekday's, `leave` is taken off them (the whole day when
-- it has no times), a `block` keeps the resource busy.
create table resource_exceptions (
  id uuid primary key,
  resource_id uuid not null references resources,
  date date not null,
  kind text not null,
  starts_at time,
  ends_at time,
  note text not null default '',
  constraint resource_exceptions__kind check (kind in ('leave', 'hours', 'block')),
  constraint resource_exceptions__times check ((starts_at is null) = (ends_at is null) and (kind = 'leave' or starts_at is not null)),
  constraint resource_exceptions__ends_at check (ends_at < '24:00')
);
create index resource_exceptions__date on resource_exceptions (resource_id, date);

-- ── Services ───────────────────────────────────────────────────────────────────────────────────────────────────────

alter table services
  add column duration_minutes smallint not null default 30,
  add column buffer_before_minutes smallint not null default 0,
  add column buffer_after_minutes smallint not null default 0,
  add column bookable_online boolean not null default true,
  -- Null: the clinic's own.
  add column minimum_notice_minutes integer,
  add column horizon_days integer,
  add constraint services__duration check (duration_minutes between 15 and 480 and duration_minutes % 15 = 0),
  add constraint services__buffers check (
    buffer_before_minutes between 0 and 240 and buffer_before_minutes % 15 = 0
    and buffer_after_minutes between 0 and 240 and buffer_after_minutes % 15 = 0
  ),
  add constraint services__minimum_notice check (minimum_notice_minutes >= 0),
  add constraint services__horizon check (horizon_days > 0);

-- Any of the practitioners, any of the rooms and all of the devices that are named here. Nothing named: any room alone.
create table service_resources (
  service_id uuid not null references services,
  resource_id uuid not null references resources,
  primary key (service_id, resource_id)
);
create index service_resources__resource on service_resources (resource_id);

-- ── Appointments ───────────────────────────────────────────────────────────────────────────────────────────────────

-- One row per quarter hour and resource that a visit occupies, buffers included. The primary key is what forbids that
-- anything is booked twice.
create table resource_slots (
  resource_id uuid not null,
  slot_at timestamptz not null,
  appointment_id uuid not null
);
insert into resource_slots (resource_id, slot_at, appointment_id)
select station_id, slot_at + quarter, appointment_id
from appointment_slots, (values (interval '0'), (interval '15 minutes')) quarters (quarter)
order by 1, 2;
drop table appointment_slots;
alter table resource_slots
  add constraint resource_slots__taken primary key (resource_id, slot_at),
  add constraint resource_slots__resource foreign key (resource_id) references resources,
  add constraint resource_slots__visit foreign key (appointment_id) references appointments,
  add constraint resource_slots__quarter check (extract(epoch from slot_at)::bigint % 900 = 0);
create index resource_slots__appointment on resource_slots (appointment_id);

-- Which resources a visit occupies is told by its slots alone; its date and time by its start alone. The midnight that
-- ends a business date belongs to that date.
alter table appointments
  drop column station_id,
  drop column appointment_date,
  drop column appointment_time;
-- Half an hour is added in local time because an expression of a column may not depend on the session's zone. The
-- expression only fills the column, while the table is written once for all three, and goes.
alter table appointments
  add column appointment_date date not null
    generated always as ((timezone('Asia/Manila', starts_at) - interval '1 microsecond')::date) stored,
  add column appointment_time time not null generated always as (timezone('Asia/Manila', starts_at)::time) stored,
  add column ends_at timestamptz not null generated always as
    (timezone('Asia/Manila', timezone('Asia/Manila', starts_at) + interval '30 minutes')) stored;
alter table appointments
  alter column ends_at drop expression,
  add constraint appointments__ends check (ends_at > starts_at);
-- It stood on the column of the date.
create index appointments__held_on on appointments (appointment_date) where lapses_at is not null;
drop table stations;
