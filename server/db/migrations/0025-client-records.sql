-- What tells people on file apart: a name without accents and case to find a similar one by, an index of their numbers,
-- the day of the last visit, and a note of the staff.

alter table people add column name_search text not null generated always as (
  btrim(regexp_replace(
    lower(regexp_replace(
      normalize(
        first_name || coalesce(' ' || nullif(middle_name, ''), '') || coalesce(' ' || nullif(last_name, ''), '')
          || coalesce(' ' || nullif(suffix, ''), ''),
        NFD
      ),
      '[\u0300-\u036f]', '', 'g'
    )),
    '\s+', ' ', 'g'
  ))
) stored;

create index people__similar_name on people using gin (name_search gin_trgm_ops) where closed_at is null;
create index people__contact_number on people (contact_normalised) where closed_at is null and contact_normalised is not null;
-- The list of clients by name: `search_text` begins with it.
create index people__by_name on people (search_text, id);

alter table clients
  -- The last business date on which a visit was completed or a service was added to the history.
  add column last_visit date,
  add column note text,
  add column note_version integer not null default 1,
  add constraint clients__note_not_blank check (note <> '');

update clients set last_visit = visits.last_visit
from (
  select client_id, max(date) as last_visit
  from (
    select client_id, date from client_services
    union all
    select client_id, appointment_date from appointments where status = 'completed'
  ) dates
  group by client_id
) visits
where visits.client_id = clients.id;

-- Who has not been here yet stands in the list by the day they joined.
alter table clients add column last_seen date not null generated always as (
  greatest(last_visit, (joined_at at time zone 'Asia/Manila')::date)
) stored;
create index clients__last_seen on clients (last_seen desc, joined_at desc, id desc);
