-- The clinic, its people, its catalogue, its appointments and its books.
-- Names: snake_case, plural tables, constraints `table__rule` (each has its sentence in constraint-errors.ts).
-- Ids are UUIDv7 made by the app. Amounts are bigint centavos. The clock is always a parameter, never now().

-- ── The clinic ─────────────────────────────────────────────────────────────────────────────────────────────────────

create table clinic (
  id smallint primary key default 1,
  name text not null,
  address text not null default '',
  location_label text not null default '',
  phone text not null default '',
  email text not null default '',
  tin text not null default '',
  hours_text text not null default 'By Appointment Only',
  receipt_foot text not null default 'This is not an official receipt or invoice.',
  facebook_url text not null default '',
  instagram_url text not null default '',
  tiktok_url text not null default '',
  updated_at timestamptz not null,
  constraint clinic__one_row check (id = 1)
);

-- Slots are numbered 0 (08:00) to 31 (23:30) and 32 (00:00, when the date ends).
create table opening_hours (
  weekday smallint primary key,
  is_open boolean not null default true,
  first_slot smallint not null default 0,
  last_slot smallint not null default 32,
  constraint opening_hours__weekday check (weekday between 0 and 6),
  constraint opening_hours__slots check (0 <= first_slot and first_slot <= last_slot and last_slot <= 32)
);
insert into opening_hours (weekday) select generate_series(0, 6);

create table stations (
  id uuid primary key,
  name text not null,
  position smallint not null,
  is_active boolean not null default true,
  constraint stations__name unique (name)
);
insert into stations (id, name, position) values ('01900000-0000-7000-8000-000000000001', 'Main station', 1);

-- The one-time code of the first admin account is kept as a hash until it is used.
create table setup_codes (
  id smallint primary key default 1,
  code_hash bytea not null,
  created_at timestamptz not null,
  constraint setup_codes__one_row check (id = 1)
);

-- ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────────

create table users (
  id uuid primary key,
  name text not null,
  email text,
  role text not null,
  contact_number text,
  contact_normalised text,
  location text,
  photo_path text,
  sms_activated boolean not null default false,
  password_hash text,
  must_set_password boolean not null default false,
  default_password_until timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  constraint users__role check (role in ('client', 'cashier', 'admin')),
  constraint users__email_lower check (email = lower(btrim(email)) and email <> ''),
  constraint users__closed_has_no_email check (closed_at is null or email is null)
);
create unique index users__email on users (email);
create index users__search on users using gin (search_text gin_trgm_ops);
create index users__created on users (created_at desc, id desc);
create index users__role_created on users (role, created_at desc, id desc);
-- Counts the people on file without a look at them.
create index users__open_clients on users (id) where role = 'client' and closed_at is null;

create table clients (
  id uuid primary key,
  user_id uuid not null references users,
  first_name text not null,
  middle_name text,
  last_name text,
  suffix text,
  services_availed integer not null default 0,
  joined_at timestamptz not null,
  constraint clients__user unique (user_id),
  constraint clients__services_availed check (services_availed >= 0)
);
create index clients__joined on clients (joined_at desc);

create table sessions (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions__token unique (token_hash)
);
create index sessions__user on sessions (user_id);
create index sessions__expires on sessions (expires_at);

-- Counted windows for limits (log-ins, bookings); rows are small and are swept as they pass.
create table rate_windows (
  scope text not null,
  key text not null,
  started_at timestamptz not null,
  count integer not null,
  primary key (scope, key)
);

-- ── The log ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table history_logs (
  id uuid primary key,
  happened_at timestamptz not null,
  user_id uuid references users,
  user_name text not null,
  user_role text not null,
  action text not null,
  type text not null,
  subject text not null,
  subject_id text,
  changed_fields text[] not null default '{}',
  request_id text,
  search_text text not null,
  constraint history_logs__type check (type in ('create', 'update', 'delete', 'system'))
);
create index history_logs__time on history_logs (happened_at desc, id desc);
create index history_logs__type_time on history_logs (type, happened_at desc, id desc);
create index history_logs__search on history_logs using gin (search_text gin_trgm_ops);

-- How many entries of each type there are: counting half a million rows for every look at the log would take longer
-- than all the rest. Kept by a trigger in the entry's own transaction; each connection adds to a row of its own, so
-- that nobody waits for another's commit. Derived: a copy of the log that is loaded with its triggers counts itself.
create table history_log_counts (
  type text not null,
  shard smallint not null,
  entries bigint not null,
  primary key (type, shard)
) with (fillfactor = 50);

create function count_history_logs() returns trigger language plpgsql as $$
begin
  insert into history_log_counts (type, shard, entries)
    select type, pg_backend_pid() % 64, count(*) from new_entries group by type order by type
    on conflict (type, shard) do update set entries = history_log_counts.entries + excluded.entries;
  return null;
end $$;

create trigger history_logs__counted after insert on history_logs referencing new table as new_entries
  for each statement execute function count_history_logs();

-- ── The catalogue ──────────────────────────────────────────────────────────────────────────────────────────────────

create table treatments (
  id uuid primary key,
  name text not null,
  description text,
  price_centavos bigint not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  constraint treatments__price check (price_centavos between 0 and 999999999)
);
create unique index treatments__name on treatments (lower(name)) where deleted_at is null;

create table services (
  id uuid primary key,
  treatment_id uuid not null references treatments,
  name text not null,
  description text,
  price_centavos bigint not null default 0,
  picture_path text,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  constraint services__price check (price_centavos between 0 and 999999999)
);
create unique index services__name on services (treatment_id, lower(name)) where deleted_at is null;

create table add_ons (
  id uuid primary key,
  treatment_id uuid not null references treatments,
  name text not null,
  price_centavos bigint not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  constraint add_ons__price check (price_centavos between 0 and 999999999)
);
create unique index add_ons__name on add_ons (treatment_id, lower(name)) where deleted_at is null;

-- ── Closed days ────────────────────────────────────────────────────────────────────────────────────────────────────

create table disabled_dates (
  id uuid primary key,
  date date not null,
  remark text not null,
  status text not null default 'pending',
  created_at timestamptz not null,
  constraint disabled_dates__date unique (date)
);

-- Public holidays that staff opened for everyone.
create table opened_holidays (
  date date primary key,
  created_at timestamptz not null
);

-- What the holiday source answered, year by year.
create table public_holidays (
  year smallint not null,
  date date not null,
  local_name text not null,
  source text not null,
  fetched_at timestamptz not null,
  primary key (year, date, local_name)
);

-- ── Appointments ───────────────────────────────────────────────────────────────────────────────────────────────────

create table appointments (
  id uuid primary key,
  client_id uuid not null references clients,
  station_id uuid not null references stations,
  treatment_id uuid not null references treatments,
  service_id uuid not null references services,
  appointment_date date not null,
  appointment_time time not null,
  starts_at timestamptz not null,
  status text not null default 'pending',
  version integer not null default 1,
  contact_number text,
  cancel_reason text,
  cancelled_by uuid references users,
  done_at timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint appointments__status
    check (status in ('pending', 'confirmed', 'on-going', 'completed', 'resched', 'cancelled')),
  constraint appointments__done check ((status = 'completed') = (done_at is not null)),
  constraint appointments__cancel_reason
    check (cancel_reason in ('client', 'no-show', 'clinic', 'other') or cancel_reason is null),
  constraint appointments__cancelled check ((status = 'cancelled') = (cancelled_by is not null))
);
create index appointments__starts on appointments (starts_at, id);
create index appointments__client on appointments (client_id, starts_at desc);
create index appointments__open on appointments (starts_at) where status not in ('completed', 'cancelled');
create index appointments__done on appointments (done_at desc, client_id) where status = 'completed';

-- One row per half hour that an appointment holds. The primary key is what forbids a double booking.
create table appointment_slots (
  station_id uuid not null references stations,
  slot_at timestamptz not null,
  appointment_id uuid not null references appointments,
  constraint appointment_slots__taken primary key (station_id, slot_at)
);
create index appointment_slots__appointment on appointment_slots (appointment_id);
create index appointment_slots__time on appointment_slots (slot_at);

-- ── The books ──────────────────────────────────────────────────────────────────────────────────────────────────────

create table receipt_counter (
  id smallint primary key default 1,
  last_number bigint not null default 0,
  constraint receipt_counter__one_row check (id = 1)
);
insert into receipt_counter (last_number) values (0);

-- A sale is written once and never changed. A void is a row of its own with negative amounts.
create table sales (
  id uuid primary key,
  receipt_number bigint not null,
  voids_sale_id uuid references sales,
  void_reason text,
  business_date date not null,
  sold_at timestamptz not null,
  reported_at timestamptz,
  cashier_id uuid not null references users,
  cashier_name text not null,
  client_id uuid references clients,
  appointment_id uuid references appointments,
  is_walk_in boolean not null,
  item_count integer not null,
  treatment_text text not null,
  subtotal_centavos bigint not null,
  discount_centavos bigint not null,
  discount_reason text,
  discount_id_number text,
  total_centavos bigint not null,
  received_centavos bigint not null,
  change_centavos bigint not null,
  payment_method text not null,
  reference_number text,
  constraint sales__receipt_number unique (receipt_number),
  constraint sales__voided_once unique (voids_sale_id),
  constraint sales__payment_method check (payment_method in ('cash', 'gcash', 'maya', 'bank_transfer')),
  constraint sales__reference check (payment_method = 'cash' or reference_number is not null or total_centavos <= 0),
  constraint sales__discount_reason
    check (discount_reason in ('Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other') or discount_reason is null),
  constraint sales__total check (total_centavos = subtotal_centavos - discount_centavos),
  constraint sales__change check (change_centavos = received_centavos - total_centavos),
  constraint sales__signs check (
    voids_sale_id is null and subtotal_centavos >= 0 and discount_centavos >= 0 and total_centavos >= 0
      and received_centavos >= 0 and change_centavos >= 0
    or voids_sale_id is not null and subtotal_centavos <= 0 and discount_centavos <= 0 and total_centavos <= 0
  ),
  constraint sales__void_reason check ((voids_sale_id is null) = (void_reason is null))
);
create index sales__date on sales (business_date desc, sold_at desc, id desc);
create index sales__client on sales (client_id, sold_at desc);
-- Whom a month saw, without a look at the rows themselves.
create index sales__date_client on sales (business_date, client_id, id) where voids_sale_id is null;

-- What belongs to a sale is written before the sale's own row: that one comes last, because its number is taken from
-- the counter that every other sale waits for until this one is committed. Hence `initially deferred`.

-- Who bought stands apart, so that a person can leave and the books stay.
create table sale_customers (
  sale_id uuid primary key references sales deferrable initially deferred,
  customer_name text not null,
  email text,
  contact_number text,
  search_text text not null
);
create index sale_customers__search on sale_customers using gin (search_text gin_trgm_ops);

create table sale_lines (
  sale_id uuid not null references sales deferrable initially deferred,
  position smallint not null,
  service_id uuid not null references services,
  treatment_id uuid not null references treatments,
  service_name text not null,
  treatment_name text not null,
  quantity integer not null,
  unit_price_centavos bigint not null,
  line_total_centavos bigint not null,
  constraint sale_lines__position primary key (sale_id, position),
  constraint sale_lines__total check (line_total_centavos = quantity * unit_price_centavos),
  constraint sale_lines__quantity check (quantity <> 0)
);

create table sale_add_ons (
  sale_id uuid not null references sales deferrable initially deferred,
  line_position smallint not null,
  position smallint not null,
  add_on_id uuid not null references add_ons,
  add_on_name text not null,
  quantity integer not null,
  unit_price_centavos bigint not null,
  line_total_centavos bigint not null,
  constraint sale_add_ons__position primary key (sale_id, line_position, position),
  constraint sale_add_ons__line foreign key (sale_id, line_position) references sale_lines (sale_id, position),
  constraint sale_add_ons__total check (line_total_centavos = quantity * unit_price_centavos),
  constraint sale_add_ons__quantity check (quantity <> 0)
);

-- One sale per appointment; the row leaves when the sale is voided.
create table appointment_payments (
  appointment_id uuid not null references appointments,
  sale_id uuid not null references sales deferrable initially deferred,
  constraint appointment_payments__once primary key (appointment_id)
);

-- A reference number is used once per method.
create table payment_references (
  payment_method text not null,
  reference_key text not null,
  sale_id uuid not null references sales deferrable initially deferred,
  constraint payment_references__once primary key (payment_method, reference_key)
);

-- Each print that came out, each saved PDF.
create table receipt_prints (
  id uuid primary key,
  sale_id uuid not null references sales,
  kind text not null,
  printed_by uuid not null references users,
  printed_at timestamptz not null,
  constraint receipt_prints__kind check (kind in ('print', 'pdf'))
);
create index receipt_prints__sale on receipt_prints (sale_id);

-- Totals of a day, kept in the sale's own transaction.
create table daily_sales (
  business_date date primary key,
  total_centavos bigint not null,
  transaction_count integer not null
);

-- What a client has had done; paid at the till, or added by hand.
create table client_services (
  id uuid primary key,
  client_id uuid not null references clients,
  treatment_id uuid not null references treatments,
  service_id uuid not null references services,
  treatment_name text not null,
  service_name text not null,
  date date not null,
  sale_id uuid references sales deferrable initially deferred,
  created_at timestamptz not null
);
create index client_services__client on client_services (client_id, date desc, id desc);

create table client_service_add_ons (
  client_service_id uuid not null references client_services,
  add_on_id uuid not null references add_ons,
  add_on_name text not null,
  quantity integer not null,
  primary key (client_service_id, add_on_id),
  constraint client_service_add_ons__quantity check (quantity > 0)
);

create table idempotency_keys (
  key uuid primary key,
  user_id uuid not null references users,
  method_and_path text not null,
  body_hash bytea not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null
);
create index idempotency_keys__created on idempotency_keys (created_at);

-- ── What must never be rewritten ───────────────────────────────────────────────────────────────────────────────────

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger history_logs__append_only before update or delete or truncate on history_logs
  for each statement execute function refuse_rewrite();
create trigger sales__append_only before update or delete or truncate on sales
  for each statement execute function refuse_rewrite();
create trigger sale_lines__append_only before update or delete or truncate on sale_lines
  for each statement execute function refuse_rewrite();
create trigger sale_add_ons__append_only before update or delete or truncate on sale_add_ons
  for each statement execute function refuse_rewrite();
create trigger receipt_prints__append_only before update or delete or truncate on receipt_prints
  for each statement execute function refuse_rewrite();
