import { setArrived } from '#server/appointments/attend.ts'
import { book } from '#server/appointments/book.ts'
import { markClientKnown } from '#server/appointments/booked-client.ts'
import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import { updateStatus } from '#server/appointments/update-status.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { WalkIn, walkInsContract, WalkInState, NowWith } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { parametersOf, presentWalkIn } from './present-walk-in.ts'
import * as queries from './queries.ts'
import { runningQuarter } from './running-quarter.ts'
import * as views from './views.ts'

type By = Context<Principal>

/** Lists the walk-ins who are waiting today, by number. */
export const listQueue = async ({ tx, branchId, now }: ReadContext): Promise<WalkIn[]> =>
  (await views.waitingOn(tx, branchId, manilaDate(now))).map(presentWalkIn)

/** Reads a walk-in of the branch. Throws a 404 for an unknown one. */
async function requireWalkIn({ tx, branchId }: ReadContext, id: string): Promise<views.WalkInRow> {
  const row = await views.walkInById(tx, id)
  if (row?.branch_id !== branchId) throw new AppError('not_found', s.notFound)
  return row
}

/**
 * Locks a walk-in of today that is in one of the `states` until the transaction ends. Throws a 404 if it is unknown,
 * and a 409 if it is from another day or in another state.
 */
async function lockWalkInOfToday(
  context: Context,
  id: string,
  states: readonly WalkInState[],
): Promise<views.WalkInRow> {
  await queries.lockWalkIn(context.tx, id)
  const row = await requireWalkIn(context, id)
  if (row.business_date !== manilaDate(context.now)) throw new AppError('conflict', s.notOfToday)
  if (!states.includes(row.state)) throw new AppError('conflict', s.isOver(row.name))
  return row
}

/**
 * For a walk-in, books a visit from the beginning of the current quarter hour, marks the client as arrived and starts
 * the visit. The caller has locked the walk-in. Throws the errors of a booking: a 409 with the conflicts if the
 * practitioner or room is taken.
 */
async function beginVisit(
  context: By,
  row: views.WalkInRow,
  { practitioner_id, overbook, override }: NowWith,
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
  await updateStatus(context, id, { status: 'on-going', override })
  await queries.updateWalkIn(tx, row.id, { state: 'taken-in', appointment_id: id, updated_at: now })
  await writeAuditLog(context, {
    type: 'walk-ins.walk-in.taken-in',
    subjectId: row.id,
    parameters: { ...parametersOf(row), ...(practitioner_name !== null && { practitioner: practitioner_name }) },
  })
}

/**
 * Refuses a client who is already waiting. The caller has locked the client's record, so two users cannot add one
 * client twice.
 */
async function requireNotWaiting({ tx, branchId, now }: By, { client_id }: ClientOf): Promise<void> {
  const waiting = await views.waitingOn(tx, branchId, manilaDate(now))
  const same = waiting.find((row) => row.client_id === client_id)
  if (same) throw new AppError('conflict', s.alreadyWaiting(same.name, same.number))
}

/** Inserts a walk-in with the next number of today. */
async function insertNumbered({ tx, branchId, now, user }: By, clientId: string, serviceId: string): Promise<string> {
  const id = newId()
  const date = manilaDate(now)
  await queries.insertWalkIn(tx, {
    id,
    branch_id: branchId,
    business_date: date,
    number: await queries.takeNumber(tx, branchId, date),
    client_id: clientId,
    service_id: serviceId,
    created_by: user.id,
    created_at: now,
    updated_at: now,
  })
  return id
}

/**
 * Adds a client to today's queue, or starts their visit at once (`now_with`). Throws a 422 for an unknown client or
 * service, and a 409 if the client is already waiting or the practitioner or room is taken.
 */
export async function addWalkIn(
  context: By,
  { user_id, service_id, now_with }: Parsed<typeof walkInsContract.add>['body'],
  limits: BookingLimits,
): Promise<WalkIn> {
  const { tx } = context
  const client = await lockClientForUpdate(tx, user_id)
  if (!client) throw invalid('user_id', appointmentMessages.invalidCustomer)
  if (!(await views.offeredService(tx, service_id))) throw invalid('service_id', appointmentMessages.unknownService)
  await requireNotWaiting(context, client)
  const id = await insertNumbered(context, client.client_id, service_id)
  const row = await requireWalkIn(context, id)
  if (now_with) await beginVisit(context, row, now_with, limits)
  else if (client.proven_at === null) await markClientKnown(context, client.client_id)
  await writeAuditLog(context, { type: 'walk-ins.walk-in.added', subjectId: id, parameters: parametersOf(row) })
  context.publish({ name: 'AppointmentBooked' })
  return presentWalkIn(await requireWalkIn(context, id))
}

/**
 * Starts the visit of a waiting walk-in. Throws a 409 if they are not waiting, or the practitioner or room is taken.
 */
export async function takeInWalkIn(context: By, id: string, nowWith: NowWith, limits: BookingLimits): Promise<WalkIn> {
  // Lock the client before the walk-in: sales and merges lock in the same order.
  await lockClientForUpdate(context.tx, (await requireWalkIn(context, id)).user_id)
  const row = await lockWalkInOfToday(context, id, ['waiting'])
  await beginVisit(context, row, nowWith, limits)
  return presentWalkIn(await requireWalkIn(context, id))
}

/**
 * Marks a walk-in as left, or puts a walk-in who has left back into the queue with the same number. Writes nothing if
 * nothing changes.
 */
export async function setWalkInLeft(context: By, id: string, left: boolean): Promise<WalkIn> {
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
