-- A form of a person edits the person and the account: their versions count as one.
create or replace view users as
select p.id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.email, p.contact_number, p.contact_normalised,
  p.location, p.photo_path, p.sms_activated, p.closed_at, p.created_at,
  greatest(p.updated_at, a.updated_at) as updated_at, p.search_text,
  coalesce(a.role, 'client') as role, a.password_hash, coalesce(a.must_set_password, false) as must_set_password,
  a.default_password_until,
  p.version + coalesce(a.version, 0) as version
from people p left join accounts a on a.person_id = p.id;
