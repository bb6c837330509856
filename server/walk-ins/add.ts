import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import { markClientKnown } from '#server/appointments/booked-client.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { WalkIn, walkInsContract } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { beginVisit } from './begin-visit.ts'
import { parametersOf, presentWalkIn } from './present-walk-in.ts'
import * as queries from './queries.ts'
import { requireWalkIn } from './require-walk-in.ts'
import * as views from './views.ts'

type By = Context<Principal>

/** Refuses a client who is already waiting. The caller has locked the client's record, so two desks cannot add one client twice. */
async function requireNotWaiting({ tx, branchId, now }: By, { client_id }: ClientOf): Promise<void> {
  const waiting = await views.waitingOn(tx, branchId, manilaDate(now))
  const same = waiting.find((row) => row.client_id === client_id)
  if (same) throw new AppError('conflict', s.alreadyWaiting(same.name, same.number))
}

/** Inserts a walk-in with the next number of today. */
async function write({ tx, branchId, now, user }: By, clientId: string, serviceId: string): Promise<string> {
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
 * Adds a client to today's queue, or starts their visit at once (`now_with`). Throws a 422 for an unknown client or service,
 * and a 409 if the client is already waiting or the practitioner or room is taken.
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
  const id = await write(context, client.client_id, service_id)
  const row = await requireWalkIn(context, id)
  if (now_with) await beginVisit(context, row, now_with, limits)
  else if (client.proven_at === null) await markClientKnown(context, client.client_id)
  await writeAuditLog(context, { type: 'walk-ins.walk-in.added', subjectId: id, parameters: parametersOf(row) })
  context.publish({ name: 'AppointmentBooked' })
  return presentWalkIn(await requireWalkIn(context, id))
}
