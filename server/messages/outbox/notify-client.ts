import type { Context } from '#server/lib/context.ts'
import { enqueueMessage } from './outbox.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { VisitMessageType } from '#shared/messages/message-types.ts'

/**
 * Messages about changes by staff are sent this much later, so that a mistake that is undone at once notifies nobody.
 */
export const SECOND_THOUGHTS_MS = 60_000

type Notification = {
  id: string
  /** The version of the visit after the change. */
  version: number
  occasion: VisitMessageType
  /**
   * For a move: the old time and the new start. The move is announced if the visit still has that start when the
   * message is sent, even if other fields have changed.
   */
  moved?: { from: { appointment_date: CivilDate; appointment_time: CivilTime }; startsAt: Date }
}

/** Notifies the client of a change of a visit, when the change commits. */
export function notifyClient(context: Context, { id, version, occasion, moved }: Notification): void {
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
