import type { Context } from '#server/lib/context.ts'
import { enqueueMessage } from './outbox.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { VisitOccasion } from '#shared/messages/occasions.ts'

/** What staff change waits this long before the client is told: a slip that is taken back at once reaches nobody. */
const SECOND_THOUGHTS_MS = 60_000

type Told = {
  id: string
  /** The version of the visit that tells it. */
  version: number
  occasion: VisitOccasion
  /**
   * Of a move: when the visit was, and its start since. The move is told while that start holds, whatever else becomes of
   * the visit before the message leaves.
   */
  moved?: { from: { appointment_date: CivilDate; appointment_time: CivilTime }; startsAt: Date }
}

/** Has the client of a visit told what has happened to it, in the transaction of the change. */
export function notifyClient(context: Context, { id, version, occasion, moved }: Told): void {
  const isStaff = context.user?.permissions.has('appointments.manage') ?? false
  enqueueMessage(context, {
    occasion,
    subjectId: id,
    version,
    parameters: {
      ...(moved && {
        old_date: moved.from.appointment_date,
        old_time: moved.from.appointment_time,
        starts_at: moved.startsAt,
      }),
      ...(context.user && !isStaff && { is_own: true }),
    },
    ...(isStaff && occasion !== 'booked' && { delayMs: SECOND_THOUGHTS_MS }),
  })
}
