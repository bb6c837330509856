-- A chosen time is held for a browser for some minutes: its slots stand among those of visits, so that one key judges both.

create table holds (
  id uuid primary key,
  branch_id uuid not null references branches,
  -- SHA-256 of the secret that the holder has.
  key bytea not null,
  service_id uuid not null references services,
  -- The person who was asked for; null: anyone.
  practitioner_id uuid references resources,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  -- From where it was placed, as a keyed hash; null for what the clinic holds by itself.
  address_hash bytea,
  constraint holds__key unique (key)
);
create index holds__expires on holds (expires_at);

alter table resource_slots
  alter column appointment_id drop not null,
  add column hold_id uuid,
  -- From then on whoever needs the slot takes it over.
  add column held_until timestamptz,
  add constraint resource_slots__hold foreign key (hold_id) references holds,
  add constraint resource_slots__of_one check (num_nonnulls(appointment_id, hold_id) = 1),
  add constraint resource_slots__held_until check ((hold_id is null) = (held_until is null));
-- Holds are few among the slots of all visits: this index is small, and empty most of the time.
create index resource_slots__held on resource_slots (hold_id, slot_at) where hold_id is not null;
