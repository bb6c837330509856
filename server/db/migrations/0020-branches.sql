-- A branch is a place where the clinic works. One row of `branches` takes the place of the single row of `clinic`;
-- whatever happens at a place says at which one.

create table branches (
  id uuid primary key,
  -- Empty until the first run names the clinic.
  name text not null default '',
  address text not null default '',
  location_label text not null default '',
  phone text not null default '',
  email text not null default '',
  tin text not null default '',
  -- The branch code: the digits that stand behind the TIN for this branch.
  tin_branch text not null default '',
  hours_text text not null default 'By Appointment Only',
  receipt_foot text not null default 'This is not an official receipt or invoice.',
  facebook_url text not null default '',
  instagram_url text not null default '',
  tiktok_url text not null default '',
  -- Null until the first run names the clinic.
  updated_at timestamptz,
  constraint branches__tin_branch check (tin_branch ~ '^([0-9]{3,5})?$')
);

insert into branches (id) values ('01900000-0000-7000-8000-00000000000b');
update branches b set
  name = c.name, address = c.address, location_label = c.location_label, phone = c.phone, email = c.email, tin = c.tin,
  hours_text = c.hours_text, receipt_foot = c.receipt_foot, facebook_url = c.facebook_url,
  instagram_url = c.instagram_url, tiktok_url = c.tiktok_url, updated_at = c.updated_at
from clinic c;
drop table clinic;

-- Opening hours in local times, several spans a day where there is a break. A span that closes at or before the time at
-- which it opens ends on the following day: 08:00 to 00:00 closes at midnight, 08:00 to 00:30 half an hour later.
-- What opens at 24:00 opens when the day ends. A closed weekday keeps the hours it had, for the day it opens again.
alter table opening_hours rename to opening_slots;
create table opening_hours (
  branch_id uuid not null references branches,
  weekday smallint not null,
  opens_at time not null,
  closes_at time not null,
  is_open boolean not null default true,
  primary key (branch_id, weekday, opens_at),
  constraint opening_hours__one_weekday check (weekday between 0 and 6),
  constraint opening_hours__closes_at check (closes_at < '24:00')
);
-- Slot 0 began at 08:00; the last visit of the day was over half an hour after the last slot had begun.
insert into opening_hours (branch_id, weekday, opens_at, closes_at, is_open)
select b.id, weekday,
  case first_slot when 32 then time '24:00' else time '08:00' + first_slot * interval '30 minutes' end,
  time '08:30' + last_slot * interval '30 minutes', is_open
from opening_slots, branches b;
drop table opening_slots;

-- The rows of today are of that branch. A default while the column is added fills them without rewriting a table.

-- ── Closed days ────────────────────────────────────────────────────────────────────────────────────────────────────

alter table disabled_dates add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table disabled_dates alter column branch_id drop default;
alter table disabled_dates drop constraint disabled_dates__date;
alter table disabled_dates add constraint disabled_dates__date unique (branch_id, date);

alter table opened_holidays add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table opened_holidays alter column branch_id drop default;
alter table opened_holidays drop constraint opened_holidays_pkey;
alter table opened_holidays add primary key (branch_id, date);

-- ── Appointments ───────────────────────────────────────────────────────────────────────────────────────────────────

alter table appointments add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table appointments alter column branch_id drop default;
drop index appointments__starts;
create index appointments__starts on appointments (branch_id, starts_at, id);
drop index appointments__open;
create index appointments__open on appointments (branch_id, starts_at) where status not in ('completed', 'cancelled');

-- ── Documents, their numbers and day totals ────────────────────────────────────────────────────────────────────────

-- Each branch numbers its documents by itself.
alter table documents add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table documents alter column branch_id drop default;
alter table documents drop constraint documents__number;
alter table documents add constraint documents__number unique (branch_id, series, number);

alter table document_counters add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table document_counters alter column branch_id drop default;
alter table document_counters drop constraint document_counters_pkey;
alter table document_counters add primary key (branch_id, series);

alter table daily_sales add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table daily_sales alter column branch_id drop default;
alter table daily_sales drop constraint daily_sales_pkey;
alter table daily_sales add primary key (branch_id, business_date);

-- ── Stock ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What is on the shelf is at one branch; the categories that sort it are the clinic's.
alter table products add column branch_id uuid not null default '01900000-0000-7000-8000-00000000000b' references branches;
alter table products alter column branch_id drop default;
drop index products__name;
create unique index products__name on products (branch_id, category_id, lower(name));
-- A category is looked up by its products before it may go.
create index products__category on products (category_id);
drop index products__order;
create index products__order on products (branch_id, search_text, id);
