import { setArrived } from '#server/appointments/attend.ts'
import { book } from '#server/appointments/book.ts'
import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import { updateStatus } from '#server/appointments/update-status.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { NowWith } from '#shared/walk-ins/contract.ts'
import { parametersOf } from './present-walk-in.ts'
import * as queries from './queries.ts'
import { runningQuarter } from './running-quarter.ts'
import type { WalkInRow } from './views.ts'

/**
 * Books the current quarter hour for a walk-in, marks them as arrived and starts the visit. The caller has locked the
 * walk-in. Throws the errors of a booking: a 409 with the conflicts if the practitioner or room is taken.
 */
export async function beginVisit(
  context: Context<Principal>,
  row: WalkInRow,
  { practitioner_id, overbook }: NowWith,
  limits: BookingLimits,
): Promise<void> {
  const { tx, now } = context
  const { date, time } = runningQuarter(now)
  const booking = {
    user_id: row.user_id,
    contact_number: null,
    appointment_date: date,
    appointment_time: time,
    treatment_id: row.treatment_id,
    service_id: row.service_id,
    practitioner_id,
    overbook,
    status: 'confirmed' as const,
  }
  const { appointment_id: id, practitioner_name } = await book(context, booking, limits, { beginsNow: true })
  await setArrived(context, id, true)
  await updateStatus(context, id, { status: 'on-going' })
  await queries.updateWalkIn(tx, row.id, { state: 'taken-in', appointment_id: id, updated_at: now })
  await writeAuditLog(context, {
    type: 'walk-ins.walk-in.taken-in',
    subjectId: row.id,
    parameters: { ...parametersOf(row), ...(practitioner_name !== null && { practitioner: practitioner_name }) },
  })
}
