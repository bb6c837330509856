import { z } from 'zod'
import { civilDate, civilTime, id } from './fields.ts'

/** The maximum number of affected visits in a list; the message gives the full number. */
export const MOST_VISITS_LISTED = 100

/** A booked visit that a change of hours, leave or duration would affect. */
const affectedVisit = z.object({
  id,
  client_id: id,
  client_name: z.string(),
  /** The client's contact data; null where unknown. */
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  service_name: z.string(),
  appointment_date: civilDate,
  appointment_time: civilTime,
  /** The booked length in minutes, without buffers. */
  duration_minutes: z.number().int(),
})
export type AffectedVisit = z.output<typeof affectedVisit>

/**
 * The data of the 409 error for a change that would affect booked visits which the person has not seen yet: these
 * visits and their total number.
 */
export const affectedVisits = z.object({ visits: z.array(affectedVisit), total: z.number().int() })
