import { servicesOf, type WithServices } from '#shared/lib/visit-services.ts'
import type { AffectedVisit } from '#shared/lib/affected-visits.ts'

type VisitRow = Omit<AffectedVisit, 'duration_minutes'> & WithServices & { starts_at: Date; ends_at: Date }

/** A visit that a change would affect, as the error lists it. */
export const presentAffectedVisit = (row: VisitRow): AffectedVisit => ({
  id: row.id,
  client_id: row.client_id,
  client_name: row.client_name,
  contact_number: row.contact_number,
  email: row.email,
  service_name: servicesOf(row),
  appointment_date: row.appointment_date,
  appointment_time: row.appointment_time,
  duration_minutes: (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000,
})
