import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import {
  findOwnAccounts,
  findPayingAccounts,
  type FreeSession,
  type OwnAccount,
  type OwnMoney,
  type PayingAccount,
} from '#server/prepaid/public.ts'
import type { NewDocument } from '#server/sales/documents/write-document.ts'
import type { PaymentRow } from '#server/sales/queries.ts'
import type { CheckoutOrder } from './price-order.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { cardEnding, readCardNumber } from '#shared/prepaid/card-number.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { packageMessages as packages } from '#shared/prepaid/package-messages.ts'
import type { SaleLine } from '#shared/sales/line.ts'

/** Throws a 422 for an account that is void or has too low a balance for a payment. */
function requireBalance(
  payment: PaymentRow,
  { voided_at, balance_centavos: balance }: Pick<PayingAccount, 'voided_at' | 'balance_centavos'>,
  field: string,
): void {
  if (voided_at !== null) throw invalid(field, s.isVoid)
  if (balance === 0 && payment.amount_centavos > 0) throw invalid(field, s.isEmpty)
  if (balance < payment.amount_centavos) throw invalid(field, s.tooLittle(formatPeso(balance)))
}

/** Throws a 422 for a deposit that has too low a balance for a payment; a deposit that was given back or kept has none. */
function requireLeft({ amount_centavos: amount }: PaymentRow, { balance_centavos: left }: OwnAccount, field: string) {
  if (left === 0 && amount > 0) throw invalid(field, s.depositEmpty)
  if (left < amount) throw invalid(field, s.depositLeft(formatPeso(left)))
}

/** The messages for a deposit or store credit that does not exist or belongs to another client. */
const unknownMoney: Record<OwnMoney['kind'], string> = { deposit: s.depositUnknown, store_credit: s.creditUnknown }

type OwnPayment = { payment: PaymentRow; money: OwnMoney; field: string }

/**
 * Adds to a payment the account of its deposit or store credit. Throws a 422 if the account belongs to another client.
 */
function onOwnMoney(
  { payment, money, field }: OwnPayment,
  accounts: readonly OwnAccount[],
  clientId: string,
): PaymentRow {
  const account = accounts.find(({ ownMoney: { kind, id } }) => kind === money.kind && id === money.id)
  if (!account || account.client_id !== clientId) throw invalid(field, unknownMoney[money.kind])
  if (money.kind === 'deposit') requireLeft(payment, account, field)
  else requireBalance(payment, account, field)
  return {
    ...payment,
    reference_number: account.reference,
    reference_key: null,
    prepaid_account_id: account.id,
  }
}

/**
 * Adds to a payment the account of its gift card or store credit. The document shows only the last characters of the
 * account's number, because whoever knows the number can pay with it.
 */
function onAccount(payment: PaymentRow, accounts: readonly PayingAccount[], field: string): PaymentRow {
  const number = readCardNumber(payment.reference_number ?? '')
  if (number === null) throw invalid(field, s.numberWrong)
  const account = accounts.find((one) => one.card_number === number)
  if (!account) throw invalid(field, s.unknown)
  requireBalance(payment, account, field)
  return {
    ...payment,
    reference_number: cardEnding(number),
    reference_key: null,
    prepaid_account_id: account.id,
  }
}

/** The amount that a package pays for the sessions used in a sale. */
type SessionPayment = { accountId: string; name: string; amount: Centavos }

/** Returns for each package the amount that it pays in a sale for the lines that use its sessions. */
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

type PaidAhead = {
  /** What each package must pay for the sessions used in the sale. */
  packages: readonly SessionPayment[]
  /** For each payment of the order, its deposit or store credit; null for other payments. */
  ownMoney: readonly (OwnMoney | null)[]
  /** The client who buys. */
  clientId: string
}

/**
 * For each payment of an order, the client's deposit or store credit with which it is paid; null for other payments.
 */
export const ownMoneyOf = ({ payments = [] }: CheckoutOrder): (OwnMoney | null)[] =>
  payments.map(({ deposit_id, credit_id }) => {
    if (deposit_id) return { kind: 'deposit', id: deposit_id }
    return credit_id ? { kind: 'store_credit', id: credit_id } : null
  })

/**
 * Adds to each payment by gift card, store credit or deposit its account, and to each payment by a package the
 * package's name. Throws a 422 for an account that is unknown or void or has too low a balance, and a 409 if the amount
 * of a package differs from that of its used sessions. Two concurrent payments from one account are checked by the
 * database, which locks the account.
 */
export async function withPrepaidAccounts(
  { tx, branchId }: Context,
  document: NewDocument,
  { packages: due, ownMoney, clientId }: PaidAhead,
): Promise<NewDocument> {
  const { parts, referenceFields = [] } = document
  const fieldOf = (index: number) => referenceFields[index] ?? 'reference_number'
  const isCard = ({ method, prepaid_account_id }: PaymentRow, index: number) =>
    method === 'prepaid' && prepaid_account_id === null && !ownMoney[index]
  const paidByPackages = byPackages(parts.payments, due)
  const numbers = parts.payments.filter(isCard).flatMap((card) => readCardNumber(card.reference_number ?? '') ?? [])
  const accounts = numbers.length === 0 ? [] : await findPayingAccounts(tx, branchId, numbers)
  const ownAccounts = await findOwnAccounts(
    tx,
    branchId,
    ownMoney.filter((money) => money !== null),
  )
  const payments = parts.payments.map((payment, index) => {
    if (isCard(payment, index)) return onAccount(payment, accounts, fieldOf(index))
    const money = ownMoney[index]
    if (!money) return paidByPackages.get(payment.prepaid_account_id ?? '') ?? payment
    return onOwnMoney({ payment, money, field: fieldOf(index) }, ownAccounts, clientId)
  })
  return { ...document, parts: { ...parts, payments } }
}
