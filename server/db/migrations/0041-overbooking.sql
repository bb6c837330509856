-- Staff may book a visit over something that is taken, and say why. `resource_slots` stays the judge: an overbooked visit
-- holds there what was free, as every visit does, and here the quarter hours of resources that another one holds.
create table overbooked_slots (
  resource_id uuid not null,
  slot_at timestamptz not null,
  appointment_id uuid not null,
  constraint overbooked_slots__once primary key (resource_id, slot_at, appointment_id),
  constraint overbooked_slots__resource foreign key (resource_id) references resources,
  constraint overbooked_slots__visit foreign key (appointment_id) references appointments,
  constraint overbooked_slots__quarter check (extract(epoch from slot_at)::bigint % 900 = 0)
);
create index overbooked_slots__appointment on overbooked_slots (appointment_id);

alter table appointments
  add column overbook_reason text,
  add constraint appointments__overbook_reason check (char_length(overbook_reason) between 1 and 200);
