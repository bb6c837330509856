import { z } from 'zod'
import { civilDate, civilTime, id } from './fields.ts'

/** How many of the visits that a change would hit are listed; the sentence tells how many there are. */
export const MOST_VISITS_LISTED = 100

/** A booked visit that a change of hours, leave or duration would hit. */
const visitHit = z.object({
  id,
  client_id: id,
  client_name: z.string(),
  /** How they are told; null where it is not known. */
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  service_name: z.string(),
  appointment_date: civilDate,
  appointment_time: civilTime,
  /** Minutes that were booked, without buffers. */
  duration_minutes: z.number().int(),
})
export type VisitHit = z.output<typeof visitHit>

/** What a change that would hit visits is refused with, until the person has seen them. */
export const visitsHit = z.object({ visits: z.array(visitHit), total: z.number().int() })
