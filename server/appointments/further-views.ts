import { sql } from 'kysely'
import { resourceName } from '#server/resources/service.ts'
import type { FurtherService } from '#shared/appointments/records.ts'

// Parts of statements about `appointments`, for visits of several services.

/** The services of a visit after its first, in their order; null for a visit of one. */
export const furtherServices = sql<FurtherService[] | null>`(
  select json_agg(json_build_object('service_id', further.id, 'treatment_id', treatment.id, 'service_name', further.name,
    'treatment_name', treatment.name, 'duration_minutes', part.minutes, 'practitioner_id', part.practitioner_id,
    'practitioner_name', ${resourceName('part.practitioner_id')}) order by part.position)
  from appointment_services part join services further on further.id = part.service_id
    join treatments treatment on treatment.id = further.treatment_id
  where part.appointment_id = appointments.id)`

/** A practitioner does a visit, or one of its further services. */
export const isDoneBy = (id: string) => sql<boolean>`(appointments.practitioner_id = ${id} or appointments.id in (
  select appointment_id from appointment_services where practitioner_id = ${id}))`
