import type { Context } from './context.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { VisitOccasion } from '#shared/messages/occasions.ts'

/** What staff change waits this long before the client is told: a slip that is taken back at once reaches nobody. */
const SECOND_THOUGHTS_MS = 60_000

type Told = {
  id: string
  /** The version of the visit that tells it. */
  version: number
  occasion: VisitOccasion
  /** When the visit was before it was moved. */
  from?: { appointment_date: CivilDate; appointment_time: CivilTime }
  /** When it is since: it is told while that holds, whatever else becomes of the visit before the message leaves. */
  startsAt?: Date
}

/** Has the client of a visit told what has happened to it, in the transaction of the change. */
export function tellClient(context: Context, { id, version, occasion, from, startsAt }: Told): void {
  const isStaff = context.user?.permissions.has('appointments.manage') ?? false
  context.enqueue({
    occasion,
    subjectId: id,
    version,
    ...(from && {
      parameters: { old_date: from.appointment_date, old_time: from.appointment_time, starts_at: startsAt },
    }),
    ...(isStaff && occasion !== 'booked' && { delayMs: SECOND_THOUGHTS_MS }),
  })
}
