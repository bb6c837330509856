-- A person stands once. `people` holds who somebody is and how they are reached, `accounts` with what they log in and
-- what they may do, `clients` what the clinic keeps of them as a client. What was `users` and half of `clients` before.

create table people (
  id uuid primary key,
  first_name text not null,
  middle_name text,
  last_name text,
  suffix text,
  name text not null generated always as (
    first_name || coalesce(' ' || nullif(middle_name, ''), '') || coalesce(' ' || nullif(last_name, ''), '')
      || coalesce(' ' || nullif(suffix, ''), '')
  ) stored,
  -- What a person is written to, and what they log in with when they have an account.
  email text,
  contact_number text,
  contact_normalised text,
  location text,
  photo_path text,
  sms_activated boolean not null default false,
  -- Since when they are on file no more: contact and log-in are gone, books and log keep the name.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  version integer not null default 1,
  constraint people__email_lower check (email = lower(btrim(email)) and email <> ''),
  constraint people__closed_has_no_email check (closed_at is null or email is null)
);

-- The parts of a client's name are kept where they are the name; else it is in one piece, as it was typed.
insert into people (id, first_name, middle_name, last_name, suffix, email, contact_number, contact_normalised, location,
  photo_path, sms_activated, closed_at, created_at, updated_at, search_text)
select u.id,
  case when parts.are_the_name then c.first_name else u.name end,
  case when parts.are_the_name then c.middle_name end,
  case when parts.are_the_name then c.last_name end,
  case when parts.are_the_name then c.suffix end,
  u.email, u.contact_number, u.contact_normalised, u.location,
  u.photo_path, u.sms_activated, u.closed_at, u.created_at, u.updated_at, u.search_text
from users u
left join clients c on c.user_id = u.id
cross join lateral (
  select u.name = c.first_name || coalesce(' ' || nullif(c.middle_name, ''), '')
    || coalesce(' ' || nullif(c.last_name, ''), '') || coalesce(' ' || nullif(c.suffix, ''), '') as are_the_name
) parts;

create unique index people__email on people (email);
create index people__search on people using gin (search_text gin_trgm_ops);
create index people__created on people (created_at desc, id desc);
-- Counts the people on file without a look at them.
create index people__open on people (id) where closed_at is null;
analyze people;

-- ── Clients: the clinic's record of a person ───────────────────────────────────────────────────────────────────────

alter table clients drop constraint clients_user_id_fkey;
alter table clients rename column user_id to person_id;
alter table clients rename constraint clients__user to clients__person;
alter table clients add constraint clients_person_id_fkey foreign key (person_id) references people;
alter table clients drop column first_name, drop column middle_name, drop column last_name, drop column suffix;
alter table clients add column version integer not null default 1;

-- ── Accounts: who may log in, and as what ──────────────────────────────────────────────────────────────────────────

drop trigger users__void_reset_link on users;
alter table users rename to accounts;
alter index users_pkey rename to accounts_pkey;
alter table accounts rename constraint users__role to accounts__role;
alter table accounts
  drop column name, drop column email, drop column contact_number, drop column contact_normalised,
  drop column location, drop column photo_path, drop column sms_activated, drop column closed_at, drop column search_text;
alter table accounts add column version integer not null default 1;

-- A client without an email never had a log-in: the person needs no account. One that something points to stays. The
-- keys to `accounts` are taken off meanwhile, else each row would be looked for in every sale and every log entry.
do $$
declare
  key record;
  holders uuid[];
  named uuid[] := '{}';
  back text[] := '{}';
  statement text;
begin
  for key in
    select c.conrelid::regclass as holder, c.conname, a.attname, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass
  loop
    execute format('select array_agg(distinct %I) filter (where %I is not null) from %s', key.attname, key.attname, key.holder)
      into holders;
    named := named || coalesce(holders, '{}');
    execute format('alter table %s drop constraint %I', key.holder, key.conname);
    back := back || format('alter table %s add constraint %I %s', key.holder, key.conname, key.definition);
  end loop;
  delete from accounts using people
  where people.id = accounts.id and accounts.role = 'client' and people.email is null
    and accounts.password_hash is null and accounts.id <> all (named);
  foreach statement in array back loop
    execute statement;
  end loop;
end $$;

-- An account carries the id of its person: `user_id` in the API is the same before and after somebody gets a log-in.
alter table accounts add column person_id uuid;
update accounts set person_id = id;
alter table accounts alter column person_id set not null;
alter table accounts add constraint accounts__person unique (person_id);
alter table accounts add constraint accounts__id check (id = person_id);
alter table accounts add constraint accounts_person_id_fkey foreign key (person_id) references people;
create index accounts__staff on accounts (role, person_id) where role <> 'client';

-- A one-time link proves that somebody may set the password of the account as it was: see 0003.
create trigger people__void_reset_link after update of email, closed_at on people
  for each row when (old.email is distinct from new.email or old.closed_at is distinct from new.closed_at)
  execute function void_reset_link();
create trigger accounts__void_reset_link after update of password_hash on accounts
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function void_reset_link();

-- What the API calls a user: a person, with what the account says when there is one. To be read; nobody writes it.
create view users as
select p.id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.email, p.contact_number, p.contact_normalised,
  p.location, p.photo_path, p.sms_activated, p.closed_at, p.created_at,
  greatest(p.updated_at, a.updated_at) as updated_at, p.search_text,
  coalesce(a.role, 'client') as role, a.password_hash, coalesce(a.must_set_password, false) as must_set_password,
  a.default_password_until
from people p left join accounts a on a.person_id = p.id;
