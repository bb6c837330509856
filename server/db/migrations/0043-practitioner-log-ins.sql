-- A log-in of a practitioner sees the visits of one resource of that kind, and no other. Who has none of the kind sees none.
alter table accounts drop constraint accounts__role;
alter table accounts add constraint accounts__role check (role in ('client', 'practitioner', 'cashier', 'admin'));

alter table resources add constraint resources__id_kind unique (id, kind);
alter table accounts
  add column practitioner_id uuid,
  add column practitioner_kind text generated always as ('practitioner') stored,
  add constraint accounts__practitioner foreign key (practitioner_id, practitioner_kind) references resources (id, kind),
  add constraint accounts__practitioner_once unique (practitioner_id),
  add constraint accounts__practitioner_role check (practitioner_id is null or role = 'practitioner');

create or replace view users as
select p.id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.email, p.contact_number, p.contact_normalised,
  p.location, p.photo_path, p.sms_activated, p.closed_at, p.created_at,
  greatest(p.updated_at, a.updated_at) as updated_at, p.search_text,
  coalesce(a.role, 'client') as role, a.password_hash, coalesce(a.must_set_password, false) as must_set_password,
  a.default_password_until,
  p.version + coalesce(a.version, 0) as version, a.practitioner_id
from people p left join accounts a on a.person_id = p.id;

-- The visits of a practitioner on a day.
create index appointments__practitioner on appointments (practitioner_id, starts_at) where practitioner_id is not null;
