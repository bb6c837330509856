import { paymentRules } from '#server/clinic/clinic-profile.ts'
import { findDepositSettings, requiredDeposit } from '#server/deposits/rules/public.ts'
import { countTry, type RateLimit } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { uploaderOf } from '#server/lib/staff-first-queue.ts'
import { reencodeImage } from '#server/lib/uploads.ts'
import { findClientOf } from '#server/people/find-person.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import type { OwnDeposit, ownDepositsContract, WaysToPay } from '#shared/deposits/own-contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { presentOwnDeposit } from './present-deposit.ts'
import * as queries from './queries.ts'
import type { DepositRow } from './views.ts'
import * as views from './views.ts'

/**
 * Returns the deposit for which the caller would be asked when booking these services. Staff who book are never asked
 * for one.
 */
export async function readDepositTerms(
  context: ReadContext,
  { service_ids: serviceIds, date = manilaDate(context.now) }: Parsed<typeof ownDepositsContract.terms>['querystring'],
): Promise<Answer<typeof ownDepositsContract.terms>['data']> {
  const { tx, user } = context
  if (user?.permissions.has('appointments.manage')) return null
  const client = user && (await findClientOf(tx, user.id))
  const required = await requiredDeposit(context, client?.client_id ?? null, { serviceIds, date })
  if (!required) return null
  const { amount, hold_hours, return_notice_hours, note } = required
  return { amount: toPesos(amount), hold_hours, policy: { return_notice_hours, note } }
}

async function waysToPay({ tx, branchId }: ReadContext): Promise<WaysToPay> {
  const { qr_ph } = await paymentRules(tx, branchId)
  const { gcash = null, maya = null, bank_transfer = null } = (await findDepositSettings(tx, branchId)) ?? {}
  return { qr_ph, gcash, maya, bank_transfer }
}

/** The caller's deposits that are not settled, with the ways in which they can be paid. */
export async function listOwnDeposits(
  context: ReadContext<Principal>,
): Promise<Answer<typeof ownDepositsContract.list>> {
  const { tx, user } = context
  const client = await findClientOf(tx, user.id)
  const rows = client ? await views.depositsOfClient(tx, client.client_id, ['requested', 'reported', 'paid']) : []
  return { data: rows.map(presentOwnDeposit), ways: await waysToPay(context) }
}

/**
 * Locks the deposit of one of the caller's visits that can still be paid. Throws a 404 for a visit without a deposit or
 * of somebody else, and a 409 if the deposit is paid or the visit was cancelled.
 */
async function lockUnpaidDeposit({ tx, user }: Context<Principal>, appointmentId: string): Promise<DepositRow> {
  const client = await findClientOf(tx, user.id)
  const seen = client && (await views.depositOfVisit(tx, client.client_id, appointmentId))
  if (!seen) throw new AppError('not_found', s.noDeposit)
  await queries.lockDeposit(tx, seen.id)
  const row = (await views.depositOfVisit(tx, seen.client_id, appointmentId))!
  if (row.account_id !== null) throw new AppError('conflict', s.alreadyPaid)
  if (row.visit_status === 'cancelled') throw new AppError('conflict', s.visitCancelled)
  return row
}

/**
 * Records that a client reports to have paid a deposit, which staff then compare with the clinic's wallet or bank.
 * Throws a 429 for too many reports for one visit.
 */
export async function reportDeposit(
  context: Context<Principal>,
  appointmentId: string,
  { method, reference_number }: Parsed<typeof ownDepositsContract.report>['body'],
  limit: RateLimit,
): Promise<OwnDeposit> {
  const { tx, now } = context
  const row = await lockUnpaidDeposit(context, appointmentId)
  if ((await countTry(tx, 'deposit-report', row.appointment_id, limit, now)) > limit.tries)
    throw new AppError('too_many', s.reportedTooOften, { retryAfter: limit.windowSeconds })
  await queries.updateDeposit(tx, row.id, { method, reference_number, reported_at: now, refused_reason: null })
  const parameters = { client: row.client, amount_centavos: row.amount_centavos }
  await writeAuditLog(context, { type: 'deposits.deposit.reported', subjectId: row.id, parameters })
  context.publish({ name: 'AppointmentBooked' })
  return presentOwnDeposit((await views.depositOfVisit(tx, row.client_id, appointmentId))!)
}

/** The size in which a phone's screenshot is stored: large enough to read its numbers. */
const SHAPE = { crop: 'whole', maxSide: 1600 } as const

/** Adds a screenshot to a reported deposit. Throws a 422 for an invalid picture and a 409 before the report. */
export async function addPicture(
  context: DetachedContext<Principal>,
  appointmentId: string,
  picture: File,
): Promise<OwnDeposit> {
  const image = await reencodeImage(picture, 'picture', { ...SHAPE, uploader: uploaderOf(context.user) })
  return context.inTransaction(async (inside) => {
    const row = await lockUnpaidDeposit(inside, appointmentId)
    if (row.reported_at === null) throw new AppError('conflict', s.notReportedYet)
    await queries.savePicture(inside.tx, row.id, image, inside.now)
    return presentOwnDeposit((await views.depositOfVisit(inside.tx, row.client_id, appointmentId))!)
  })
}
