-- Who comes without an appointment stands in the queue of the day, under a number.

-- The last number that a business date has given. Its row is locked until the number is written: no two people get one
-- number, and a number whose row was erased is not given again.
create table walk_in_counters (
  branch_id uuid not null references branches,
  business_date date not null,
  last_number integer not null,
  primary key (branch_id, business_date),
  constraint walk_in_counters__positive check (last_number > 0)
);

create table walk_ins (
  id uuid primary key,
  branch_id uuid not null references branches,
  business_date date not null,
  number integer not null,
  client_id uuid not null references clients,
  service_id uuid not null references services,
  state text not null default 'waiting',
  -- The visit that began when the person was taken in.
  appointment_id uuid references appointments,
  -- The sale with which the person left the queue. The document is written at the end of its transaction.
  sale_id uuid references documents deferrable initially deferred,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint walk_ins__number unique (branch_id, business_date, number),
  constraint walk_ins__state check (state in ('waiting', 'taken-in', 'left', 'paid')),
  constraint walk_ins__visit check ((state = 'taken-in') = (appointment_id is not null)),
  constraint walk_ins__sale check ((state = 'paid') = (sale_id is not null))
);
create index walk_ins__client on walk_ins (client_id, created_at);
create index walk_ins__appointment on walk_ins (appointment_id) where appointment_id is not null;
create index walk_ins__document on walk_ins (sale_id) where sale_id is not null;

-- Nothing new hangs on a merged record.
create trigger walk_ins__client_stands before insert or update of client_id on walk_ins
  for each row execute function refuse_merged_client();
