-- Staff may change the e-mail of somebody who has a password of their own. It does not let anybody in, and gets no link for a
-- new password, until the person or an admin has confirmed it; until then the e-mail before it does (`log_in_email`).
alter table people
  add column email_waits boolean not null default false,
  add column log_in_email text,
  add constraint people__log_in_email check (email_waits or log_in_email is null);
create index people__log_in_email on people (log_in_email) where log_in_email is not null;

create or replace view users as
select p.id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.email, p.contact_number, p.contact_normalised,
  p.location, p.photo_path, p.sms_activated, p.closed_at, p.created_at,
  greatest(p.updated_at, a.updated_at) as updated_at, p.search_text,
  coalesce(a.role, 'client') as role, a.password_hash, coalesce(a.must_set_password, false) as must_set_password,
  a.default_password_until,
  p.version + coalesce(a.version, 0) as version, a.practitioner_id, p.email_is_second, p.email_waits, p.log_in_email
from people p left join accounts a on a.person_id = p.id;

alter table message_occasions drop constraint message_occasions__always_on;
alter table message_occasions add constraint message_occasions__always_on check (is_on or occasion not in
  ('password_reset', 'email_verification', 'email_known', 'email_changed', 'phone_code', 'invitation'));
