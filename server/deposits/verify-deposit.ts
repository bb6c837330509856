import { lockVisit, updateStatus } from '#server/appointments/public.ts'
import { paymentRules } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { insertCardSale, openAccount, paymentColumns, recordEntry, requireAccepted } from '#server/prepaid/public.ts'
import type { Deposit, depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { presentDeposit, requireDeposit } from './present-deposit.ts'
import * as queries from './queries.ts'
import type { DepositRow } from './views.ts'

/** Locks a deposit that is not paid yet, with its visit. Throws a 404 for an unknown deposit and a 409 for a paid one. */
async function lockUnpaid(context: Context<Principal>, id: string): Promise<DepositRow> {
  const { client_id, appointment_id } = await requireDeposit(context, id)
  await lockVisit(context.tx, { clientId: client_id, id: appointment_id })
  await queries.lockDeposit(context.tx, id)
  const row = await requireDeposit(context, id)
  if (row.account_id !== null) throw new AppError('conflict', s.alreadyPaid)
  return row
}

type VerifyBody = Parsed<typeof depositsContract.verify>['body']

/** Opens the account of a deposit with its money, and returns the account's id and the number of the receipt. */
async function takeMoney(context: Context<Principal>, row: DepositRow, body: VerifyBody) {
  const { tx, branchId, now, user } = context
  const payment = paymentColumns({ ...body, amount: toPesos(row.amount_centavos) }, s.receivedTooLow)
  const { id } = await openAccount(context, { kind: 'deposit', clientId: row.client_id, recipientName: null })
  await recordEntry(context, { account_id: id, kind: 'sold', amount_centavos: row.amount_centavos })
  const number = await insertCardSale(tx, {
    account_id: id,
    branch_id: branchId,
    business_date: manilaDate(now),
    sold_at: now,
    cashier_id: user.id,
    cashier_name: user.name,
    buyer_name: row.client,
    ...payment,
    terminal_id: body.terminal_id ?? null,
  })
  return { id, number }
}

/**
 * Records that the money of a deposit has arrived: it becomes a payment on account with a receipt, the screenshot is
 * deleted, and a pending visit is confirmed. A reported deposit can be verified even after its visit was cancelled,
 * because the clinic has the money then. Throws a 409 for a deposit that is paid already or that nobody has reported
 * before its visit ended, and for a reference number that another payment has used.
 */
export async function verifyDeposit(context: Context<Principal>, id: string, body: VerifyBody): Promise<Deposit> {
  const { tx, branchId } = context
  const { payment_methods: accepted } = await paymentRules(tx, branchId)
  requireAccepted(body.method, accepted)
  const row = await lockUnpaid(context, id)
  if (row.status === 'expired')
    throw new AppError('conflict', row.visit_status === 'completed' ? s.visitCompleted : s.visitCancelled)
  const account = await takeMoney(context, row, body)
  await queries.updateDeposit(tx, id, { account_id: account.id, refused_reason: null })
  await queries.deletePicture(tx, id)
  const parameters = {
    client: row.client,
    amount_centavos: row.amount_centavos,
    number: account.number,
    method: methodMessages.methods[body.method],
  }
  await writeAuditLog(context, { type: 'deposits.deposit.verified', subjectId: id, parameters })
  if (row.visit_status === 'pending') await updateStatus(context, row.appointment_id, { status: 'confirmed' })
  return presentDeposit(await requireDeposit(context, id))
}

/** Answers a reported deposit whose money has not arrived. The client can report it again. */
export async function refuseDeposit(
  context: Context<Principal>,
  id: string,
  { reason }: Parsed<typeof depositsContract.refuse>['body'],
): Promise<Deposit> {
  const { tx, now } = context
  const row = await lockUnpaid(context, id)
  if (row.reported_at === null) throw new AppError('conflict', s.notReportedYet)
  const nothing = { method: null, reference_number: null, reported_at: null }
  await queries.updateDeposit(tx, id, { ...nothing, refused_reason: reason })
  await queries.deletePicture(tx, id)
  const parameters = { client: row.client, amount_centavos: row.amount_centavos, reason }
  await writeAuditLog(context, { type: 'deposits.deposit.refused', subjectId: id, parameters })
  // A deposit can be refused several times, and each refusal is a message of its own.
  enqueueMessage(context, { occasion: 'deposit_refused', subjectId: id, version: Math.floor(now.getTime() / 1000) })
  context.publish({ name: 'AppointmentBooked' })
  return presentDeposit(await requireDeposit(context, id))
}
