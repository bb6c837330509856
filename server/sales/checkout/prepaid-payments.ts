import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { findPayingAccounts, type FreeSession, type PayingAccount } from '#server/prepaid/public.ts'
import type { NewDocument } from '#server/sales/documents/write-document.ts'
import type { PaymentRow } from '#server/sales/queries.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { cardEnding, readCardNumber } from '#shared/prepaid/card-number.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { packageMessages as packages } from '#shared/prepaid/package-messages.ts'
import type { SaleLine } from '#shared/sales/line.ts'

/**
 * Adds to a payment the account of its gift card or store credit. The document shows only the last characters of the
 * account's number, because whoever knows the number can pay with it.
 */
function onAccount(payment: PaymentRow, accounts: readonly PayingAccount[], field: string): PaymentRow {
  const number = readCardNumber(payment.reference_number ?? '')
  if (number === null) throw invalid(field, s.numberWrong)
  const account = accounts.find((one) => one.card_number === number)
  if (!account) throw invalid(field, s.unknown)
  if (account.voided_at !== null) throw invalid(field, s.isVoid)
  if (account.balance_centavos === 0 && payment.amount_centavos > 0) throw invalid(field, s.isEmpty)
  if (account.balance_centavos < payment.amount_centavos)
    throw invalid(field, s.tooLittle(formatPeso(account.balance_centavos)))
  return {
    ...payment,
    reference_number: cardEnding(number),
    reference_key: null,
    prepaid_account_id: account.id,
  }
}

/** The amount that a package pays for the sessions used in a sale. */
type SessionPayment = { accountId: string; name: string; amount: Centavos }

/** Returns for each package how much it pays for the lines of a sale that use its sessions. */
export function sessionPaymentsOf(
  lines: readonly SaleLine[],
  sessions: ReadonlyMap<string, FreeSession>,
): SessionPayment[] {
  const payments = new Map<string, SessionPayment>()
  for (const { packageSession: used } of lines) {
    if (!used || used.value === 0) continue
    const { accountId, value } = used
    const amount = (payments.get(accountId)?.amount ?? 0) + value
    payments.set(accountId, { accountId, name: sessions.get(used.id)!.packageName, amount })
  }
  return [...payments.values()]
}

/**
 * The payments by packages, with the packages' names. Throws a 409 unless each package pays exactly for its used
 * sessions.
 */
function byPackages(payments: readonly PaymentRow[], due: readonly SessionPayment[]): Map<string, PaymentRow> {
  const ofPackages = payments.filter(({ prepaid_account_id }) => prepaid_account_id !== null)
  const isPaid = ({ accountId, amount }: SessionPayment) =>
    ofPackages.some((one) => one.prepaid_account_id === accountId && one.amount_centavos === amount)
  if (ofPackages.length !== due.length || !due.every(isPaid)) throw new AppError('conflict', packages.paymentsDiffer)
  if (due.length > 0 && payments.some(({ method }) => method === 'withheld'))
    throw invalid('payments', packages.notWithheld)
  return new Map(
    ofPackages.map((payment) => {
      const { name } = due.find(({ accountId }) => accountId === payment.prepaid_account_id)!
      return [payment.prepaid_account_id!, { ...payment, reference_number: name, reference_key: null }]
    }),
  )
}

/**
 * Adds to each payment by gift card or store credit its account, and to each payment by a package the package's name.
 * Throws a 422 for an account that is unknown or void or has too low a balance, and a 409 if a package pays something
 * else than its sessions. Two concurrent payments from one account are checked by the database, which locks the
 * account.
 */
export async function withPrepaidAccounts(
  { tx, branchId }: Context,
  document: NewDocument,
  due: readonly SessionPayment[],
): Promise<NewDocument> {
  const { parts, referenceFields = [] } = document
  const isCard = ({ method, prepaid_account_id }: PaymentRow) => method === 'prepaid' && prepaid_account_id === null
  const paidByPackages = byPackages(parts.payments, due)
  const byCard = parts.payments.filter(isCard)
  if (byCard.length === 0 && due.length === 0) return document
  const numbers = byCard.flatMap(({ reference_number }) => readCardNumber(reference_number ?? '') ?? [])
  const accounts = numbers.length === 0 ? [] : await findPayingAccounts(tx, branchId, numbers)
  const payments = parts.payments.map((payment, index) =>
    isCard(payment)
      ? onAccount(payment, accounts, referenceFields[index] ?? 'reference_number')
      : (paidByPackages.get(payment.prepaid_account_id ?? '') ?? payment),
  )
  return { ...document, parts: { ...parts, payments } }
}
