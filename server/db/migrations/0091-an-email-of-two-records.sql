-- With a mail server a registration answers alike whether its e-mail is known. A known one stays with whom it belongs to;
-- the new record has it as a second one: it opens by its own password, and nothing that goes by e-mail finds it first.
alter table people add column email_is_second boolean not null default false;
drop index people__email;
create unique index people__email on people (email) where not email_is_second;
create index people__email_of_all on people (email);
alter table people add constraint people__second_email check (
  not email_is_second or (email is not null and email_verified_at is null)
);

-- What was shown of an address is forgotten when the record has another one, or has it as a second one.
create or replace function forget_verified_contact() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    delete from email_links where person_id = new.id;
  end if;
  if new.email is distinct from old.email or (new.email_is_second and not old.email_is_second) then
    new.email_verified_at := null;
  end if;
  if new.contact_normalised is distinct from old.contact_normalised then
    new.phone_verified_at := null;
    delete from phone_codes where person_id = new.id;
  end if;
  return new;
end $$;
drop trigger people__verified_contact on people;
create trigger people__verified_contact before update on people
  for each row when (
    new.email is distinct from old.email or new.email_is_second is distinct from old.email_is_second
    or new.contact_normalised is distinct from old.contact_normalised
  )
  execute function forget_verified_contact();

create or replace view users as
select p.id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.email, p.contact_number, p.contact_normalised,
  p.location, p.photo_path, p.sms_activated, p.closed_at, p.created_at,
  greatest(p.updated_at, a.updated_at) as updated_at, p.search_text,
  coalesce(a.role, 'client') as role, a.password_hash, coalesce(a.must_set_password, false) as must_set_password,
  a.default_password_until,
  p.version + coalesce(a.version, 0) as version, a.practitioner_id, p.email_is_second
from people p left join accounts a on a.person_id = p.id;

alter table message_occasions drop constraint message_occasions__always_on;
alter table message_occasions add constraint message_occasions__always_on
  check (is_on or occasion not in ('password_reset', 'email_verification', 'email_known', 'phone_code', 'invitation'));
