-- Where no time suits, a client leaves a wish; a time that is freed is held for the first whom it suits.

create table waitlist_entries (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  service_id uuid not null references services,
  -- The person who was asked for; null: anyone.
  practitioner_id uuid references resources,
  first_date date not null,
  last_date date not null,
  day_parts text[] not null,
  state text not null default 'waiting',
  -- Starts that were free when the client joined, and suited them not: they are never offered.
  passed_over timestamptz[] not null default '{}',
  -- Offers that were made before do not count any more: the same times may be offered again.
  counts_since timestamptz not null,
  -- The visit that came of it.
  appointment_id uuid references appointments,
  -- From where somebody joined whom the clinic does not know, as a keyed hash; null when it does, and once the entry is over.
  address_hash bytea,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint waitlist_entries__state check (state in ('waiting', 'offered', 'taken', 'withdrawn', 'expired')),
  constraint waitlist_entries__dates check (first_date <= last_date and last_date - first_date < 31),
  constraint waitlist_entries__day_parts
    check (cardinality(day_parts) > 0 and day_parts <@ array['morning', 'afternoon', 'evening']),
  constraint waitlist_entries__visit check (appointment_id is null or state = 'taken')
);
create index waitlist_entries__open on waitlist_entries (branch_id, created_at, id) where state in ('waiting', 'offered');
create index waitlist_entries__client on waitlist_entries (client_id, created_at);
create index waitlist_entries__address on waitlist_entries (address_hash) where address_hash is not null;

-- Nothing new hangs on a merged record.
create trigger waitlist_entries__client_stands before insert or update of client_id on waitlist_entries
  for each row execute function refuse_merged_client();

create table waitlist_offers (
  id uuid primary key,
  entry_id uuid not null references waitlist_entries on delete cascade,
  starts_at timestamptz not null,
  appointment_date date not null
    generated always as ((timezone('Asia/Manila', starts_at) - interval '1 microsecond')::date) stored,
  appointment_time time not null generated always as (timezone('Asia/Manila', starts_at)::time) stored,
  -- Who would do it; null where nobody in particular does.
  practitioner_id uuid references resources,
  -- The key of the hold of the time. It never leaves the server.
  hold_key bytea not null,
  state text not null default 'open',
  made_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  constraint waitlist_offers__hold_key unique (hold_key),
  constraint waitlist_offers__state check (state in ('open', 'taken', 'declined', 'lapsed', 'withdrawn')),
  constraint waitlist_offers__ended check ((state = 'open') = (ended_at is null)),
  constraint waitlist_offers__times check (made_at < ends_at and ends_at <= starts_at)
);
-- An entry has one offer at a time.
create unique index waitlist_offers__one_open on waitlist_offers (entry_id) where state = 'open';
create index waitlist_offers__entry on waitlist_offers (entry_id, made_at);
create index waitlist_offers__to_end on waitlist_offers (ends_at) where state = 'open';
