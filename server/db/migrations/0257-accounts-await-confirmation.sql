-- An account that staff other than admins have made, or whose log-in e-mail they have set, may be in the hands of somebody
-- other than the client. Until an admin confirms that the account is the client's, it does not open the client's own chart.
alter table accounts add column awaits_confirmation boolean not null default false;

-- Nobody has chosen a password for these accounts yet, so nothing shows whose they are.
update accounts set awaits_confirmation = true
from people
where people.id = accounts.person_id and people.email is not null and accounts.role = 'client'
  and (accounts.password_hash is null or accounts.must_set_password);

create or replace view users as
select p.id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.email, p.contact_number, p.contact_normalised,
  p.location, p.photo_path, p.sms_activated, p.closed_at, p.created_at,
  greatest(p.updated_at, a.updated_at) as updated_at, p.search_text,
  coalesce(a.role, 'client') as role, a.password_hash, coalesce(a.must_set_password, false) as must_set_password,
  a.default_password_until,
  p.version + coalesce(a.version, 0) as version, a.practitioner_id, p.email_is_second, p.email_waits, p.log_in_email,
  coalesce(a.awaits_confirmation, false) as awaits_confirmation
from people p left join accounts a on a.person_id = p.id;
