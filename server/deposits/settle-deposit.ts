import { appointmentsByIds, lockVisit } from '#server/appointments/public.ts'
import { presentPolicy, requestDeposit } from '#server/deposits/rules/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { SECOND_THOUGHTS_MS } from '#server/messages/outbox/notify-client.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { insertVoid, lockAccount, markVoid, recordEntry } from '#server/prepaid/public.ts'
import { isActive } from '#shared/appointments/status.ts'
import type { Deposit, depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { formatPeso, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { presentDeposit, requireDeposit } from './present-deposit.ts'

/**
 * Locks a deposit's visit and account. Throws a 409 unless the deposit is paid and has the same amount left as the
 * screen has shown.
 */
async function requireShownBalance(context: Context, id: string, shown: Centavos) {
  const { account_id, client_id, appointment_id } = await requireDeposit(context, id)
  await lockVisit(context.tx, { clientId: client_id, id: appointment_id })
  if (account_id === null) throw new AppError('conflict', s.notPaid)
  await lockAccount(context.tx, context.branchId, account_id)
  const row = await requireDeposit(context, id)
  const balance = row.balance_centavos ?? 0
  if (balance === 0) throw new AppError('conflict', prepaidMessages.depositEmpty)
  if (balance !== shown) throw new AppError('conflict', prepaidMessages.depositLeft(formatPeso(balance)))
  return { ...row, accountId: account_id, balance, number: row.number! }
}

/**
 * Gives back what is left of a verified deposit, by the method by which it was paid, or keeps it. Cash leaves the
 * drawer of the terminal. Throws a 409 for a deposit that is not paid, was used up, or has another balance than the
 * screen has shown.
 */
export async function settleDeposit(
  context: Context<Principal>,
  id: string,
  { outcome, amount, reason, terminal_id }: Parsed<typeof depositsContract.settle>['body'],
): Promise<Deposit> {
  const { tx, now, user } = context
  const { accountId, balance, client, number } = await requireShownBalance(context, id, toCentavos(amount))
  const kind = outcome === 'returned' ? 'void' : 'kept'
  await recordEntry(context, { account_id: accountId, kind, amount_centavos: -balance })
  await markVoid(tx, accountId, now)
  await insertVoid(tx, {
    account_id: accountId,
    reason,
    amount_centavos: outcome === 'returned' ? balance : 0,
    voided_at: now,
    voided_by: user.id,
    voided_by_name: user.name,
    terminal_id: terminal_id ?? null,
  })
  const parameters = { client, amount_centavos: balance, number, reason }
  await writeAuditLog(context, { type: `deposits.deposit.${outcome}`, subjectId: id, parameters })
  return presentDeposit(await requireDeposit(context, id))
}

/**
 * Asks the client for a deposit for a visit that staff have booked. Throws a 409 if the visit has ended or has a
 * deposit.
 */
export async function askForDeposit(
  context: Context<Principal>,
  { appointment_id, amount }: Parsed<typeof depositsContract.request>['body'],
): Promise<Deposit> {
  const [visit] = await appointmentsByIds(context.tx, [appointment_id])
  if (!visit || visit.branch_id !== context.branchId) throw invalid('appointment_id', s.noVisit)
  if (!isActive(visit.status) || visit.paid_appointment_id !== null) throw new AppError('conflict', s.visitEnded)
  const requested = { appointmentId: visit.id, clientId: visit.client_id, client: visit.name }
  const policy = await presentPolicy(context)
  const id = await requestDeposit(context, requested, { ...policy, amount: toCentavos(amount) })
  // The message is delayed: a client who is at the desk may pay at once, and then no message is sent.
  enqueueMessage(context, { occasion: 'deposit_asked', subjectId: id, version: 1, delayMs: SECOND_THOUGHTS_MS })
  return presentDeposit(await requireDeposit(context, id))
}
