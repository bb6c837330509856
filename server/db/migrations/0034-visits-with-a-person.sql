-- Who does a visit; null where its service needs nobody in particular. The slots tell what is occupied, and are gone from a
-- cancelled visit: whom it was with stays known.
alter table appointments add column practitioner_id uuid references resources;
update appointments set practitioner_id = occupied.resource_id
from (
  select distinct on (s.appointment_id) s.appointment_id, s.resource_id
  from resource_slots s join resources r on r.id = s.resource_id
  where r.kind = 'practitioner'
  order by s.appointment_id, s.resource_id
) occupied
where occupied.appointment_id = appointments.id;
