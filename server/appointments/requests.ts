import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import type { AppointmentRequest, requestsContract } from '#shared/appointments/desk-contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { markClientKnown } from './booked-client.ts'
import { presentRequest, presentForStaff } from './present-appointment.ts'
import * as queries from './queries.ts'
import { writeTransition } from './update-status.ts'
import * as views from './views.ts'

type Requests = typeof requestsContract.requests

/**
 * Returns one page of the branch's pending bookings, the longest waiting first, and their number on each business date.
 */
export async function listRequests(
  { tx, branchId, now }: ReadContext,
  { page, per_page, search, date }: Parsed<Requests>['querystring'],
): Promise<Answer<Requests>> {
  // `unfinished` follows from the status; it is given so that PostgreSQL uses the index of open visits.
  const pending: views.AppointmentFilter = { branchId, unfinished: true, statuses: ['pending'], search }
  const found = await views.appointmentsPage(tx, { ...pending, from: date, to: date }, 'requested', { page, per_page })
  const days = await views.countByDate(tx, pending)
  return {
    data: found.rows.map((row) => presentRequest(row, now)),
    total: found.total,
    page,
    per_page,
    summary: { days: days.map((day) => ({ date: day.appointment_date, requests: day.total })) },
  }
}

export const countRequests = ({ tx, branchId }: ReadContext): Promise<number> => views.countRequests(tx, branchId)

/** Returns the visits of the branch with these ids. The result does not contain unknown ids. */
export async function readRequests({ tx, branchId, now }: ReadContext, ids: string[]): Promise<AppointmentRequest[]> {
  const rows = await views.appointmentsByIds(tx, ids)
  return rows.filter((row) => row.branch_id === branchId).map((row) => presentRequest(row, now))
}

/** Splits visits into those still pending, with row locks until the transaction ends, and those already answered. */
async function lockPending({ tx, branchId }: Context<Principal>, ids: string[]) {
  const pending = new Set(await queries.lockRequests(tx, branchId, ids))
  const rows = (await views.appointmentsByIds(tx, ids)).filter((row) => row.branch_id === branchId)
  return { pending: rows.filter(({ id }) => pending.has(id)), answered: rows.filter(({ id }) => !pending.has(id)) }
}

/**
 * Confirms the visits that are still pending, in one transaction; each gets its own entry in the history log. Visits
 * answered by somebody else stay unchanged and are returned by name.
 */
export async function confirmRequests(
  context: Context<Principal>,
  ids: string[],
): Promise<{ confirmed: number; left: StaffAppointment[] }> {
  const { pending, answered } = await lockPending(context, ids)
  for (const row of pending) await writeTransition(context, row, { status: 'confirmed' })
  for (const clientId of new Set(pending.map((row) => row.client_id))) await markClientKnown(context, clientId)
  return { confirmed: pending.length, left: answered.map((row) => presentForStaff(row, context.now)) }
}

/**
 * Declines the requests that are still pending and unpaid, in one transaction. Each is logged and its client notified,
 * as if declined alone. Returns the requests that stay unchanged.
 */
export async function declineRequests(
  context: Context<Principal>,
  { ids, reason }: Parsed<typeof requestsContract.decline>['body'],
): Promise<{ declined: number; left: StaffAppointment[] }> {
  const { pending, answered } = await lockPending(context, ids)
  const paid = pending.filter((row) => row.paid_appointment_id !== null)
  const unpaid = pending.filter((row) => row.paid_appointment_id === null)
  for (const row of unpaid) await writeTransition(context, row, { status: 'cancelled', reason })
  return {
    declined: unpaid.length,
    left: [...paid, ...answered].map((row) => presentForStaff(row, context.now)),
  }
}
