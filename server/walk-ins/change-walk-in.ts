import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { NowWith, WalkIn } from '#shared/walk-ins/contract.ts'
import { beginVisit } from './begin-visit.ts'
import { parametersOf, presentWalkIn } from './present-walk-in.ts'
import * as queries from './queries.ts'
import { lockWalkInOfToday, requireWalkIn } from './require-walk-in.ts'

type By = Context<Principal>

/** Starts the visit of a waiting walk-in. Throws a 409 if they are not waiting, or the practitioner or room is taken. */
export async function takeIn(context: By, id: string, nowWith: NowWith, limits: BookingLimits): Promise<WalkIn> {
  // Lock the client before the walk-in: sales and merges lock in the same order.
  await lockClientForUpdate(context.tx, (await requireWalkIn(context, id)).user_id)
  const row = await lockWalkInOfToday(context, id, ['waiting'])
  await beginVisit(context, row, nowWith, limits)
  return presentWalkIn(await requireWalkIn(context, id))
}

/** Marks a walk-in as left, or puts them back with the same number. Writes nothing if that is already so. */
export async function setLeft(context: By, id: string, left: boolean): Promise<WalkIn> {
  const row = await lockWalkInOfToday(context, id, ['waiting', 'left'])
  if ((row.state === 'left') === left) return presentWalkIn(row)
  await queries.updateWalkIn(context.tx, id, { state: left ? 'left' : 'waiting', updated_at: context.now })
  await writeAuditLog(context, {
    type: left ? 'walk-ins.walk-in.left' : 'walk-ins.walk-in.returned',
    subjectId: id,
    parameters: parametersOf(row),
  })
  context.publish({ name: 'AppointmentBooked' })
  return presentWalkIn(await requireWalkIn(context, id))
}
