import { formatPeso, parsePesos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { MOST_PAYMENTS, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { givesChange, needsReference, referenceKey, type PaymentMethod } from '#shared/sales/payment.ts'
import { formReference } from '#shared/sales/withheld.ts'
import type { DepositPayment } from './deposit-payments.ts'
import type { PackagePayment } from '#web/sales/till/order-sessions.ts'

/** What the cashier has typed or chosen for one of several payments of a sale. */
export type Part = {
  id: number
  /** The payment method; null until chosen. */
  method: PaymentMethod | null
  /** The amount as typed; null means the remaining amount, which only the last payment can have. */
  amount: string | null
  /** The received cash as typed; empty means exactly the amount. */
  received: string
  reference: string
}

/** Two or more payments of a sale, and the field to fill in next. */
export type Split = { parts: readonly Part[]; next: { id: number; field: PartField } }
type PartField = 'method' | 'amount' | 'received' | 'reference'

/** What the cashier has typed or chosen for a single payment. */
type Single = { method: PaymentMethod; received: string; reference: string }

export type SplitAction =
  | { type: 'change'; id: number; changes: Partial<Omit<Part, 'id'>> }
  | { type: 'add'; total: Centavos }
  | { type: 'remove'; id: number }

/** Parses an amount that was typed; an empty text is 0, an invalid one null. */
export const receivedOf = (text: string): Centavos | null => (text.trim() === '' ? 0 : parsePesos(text))

const parsed = ({ amount }: Part): Centavos | null => receivedOf(amount ?? '')

/** What remains of the total after all payments; negative if the payments exceed the total. */
export const restOf = (parts: readonly Part[], total: Centavos): Centavos =>
  amountsOf(parts, total).reduce<Centavos>((rest, amount) => rest - (amount ?? 0), total)

/** The amount of each payment; null if invalid. */
export function amountsOf(parts: readonly Part[], total: Centavos): (Centavos | null)[] {
  const typed = parts.map(parsed)
  const rest = typed.reduce<Centavos>((left, amount) => left - (amount ?? 0), total)
  return parts.map(({ amount }, i) => (amount === null ? Math.max(rest, 0) : typed[i]!))
}

const part = (id: number, method: PaymentMethod | null): Part => ({
  id,
  method,
  amount: null,
  received: '',
  reference: '',
})

/** Cash is the default for the rest, but only once per sale; other methods must be chosen. */
const usualMethod = (parts: readonly Part[], accepted: readonly PaymentMethod[]): PaymentMethod | null =>
  accepted.includes('cash') && !parts.some(({ method }) => method === 'cash') ? 'cash' : null

/**
 * Adds a payment for the rest. If nothing remains, the previous payment's amount (or reference number) is asked for
 * first.
 */
function withOneMore(already: readonly Part[], total: Centavos, accepted: readonly PaymentMethod[]): Split {
  const last = already.at(-1)!
  const isPaid = last.amount === null || restOf(already, total) <= 0
  const before = isPaid ? [...already.slice(0, -1), { ...last, amount: '' }] : already
  const lacksReference = last.method !== null && needsReference(last.method) && last.reference.trim() === ''
  const more = part(Math.max(...already.map(({ id }) => id)) + 1, usualMethod(already, accepted))
  const parts = [...before, more]
  if (isPaid) return { parts, next: { id: last.id, field: 'amount' } }
  if (lacksReference) return { parts, next: { id: last.id, field: 'reference' } }
  return { parts, next: { id: more.id, field: more.method === null ? 'method' : 'amount' } }
}

/** Splits a single payment: the typed amount becomes the first part if it is below the total. */
export function beginSplit(
  { method, received, reference }: Single,
  total: Centavos,
  accepted: readonly PaymentMethod[],
) {
  const typed = parsePesos(received) ?? 0
  const first = { ...part(1, method), reference, amount: typed > 0 && typed < total ? received : null }
  return withOneMore([first], total, accepted)
}

/** The payments after an action. When only one payment remains, the caller ends the split. */
export function changeSplit(split: Split, action: SplitAction, accepted: readonly PaymentMethod[]): Split {
  const { parts } = split
  switch (action.type) {
    case 'change':
      return { ...split, parts: parts.map((one) => (one.id === action.id ? { ...one, ...action.changes } : one)) }
    case 'add':
      return parts.length < MOST_PAYMENTS ? withOneMore(parts, action.total, accepted) : split
    case 'remove': {
      const left = parts.filter(({ id }) => id !== action.id)
      // A typed amount is not changed, because the client agreed to it. The amount that remains to be paid is shown,
      // and not added to another payment.
      const { amount, ...rest } = left.at(-1)!
      const last = { ...rest, amount: amount?.trim() ? amount : null }
      return { parts: [...left.slice(0, -1), last], next: { id: last.id, field: 'amount' } }
    }
  }
}

/** The errors of one payment of a split, by field. */
export type PartProblems = Partial<Record<PartField, string>>

function problemsOfPart({ method, received, reference }: Part, amount: Centavos | null): PartProblems {
  const problems: PartProblems = {}
  if (method === null) problems.method = saleMessages.methodRequired
  if (amount === null) problems.amount = s.amountInvalid
  else if (amount === 0) problems.amount = saleMessages.partTooLow
  if (method === 'withheld') {
    if (formReference(reference) === null) problems.reference = saleMessages.withheldReference
  } else if (method !== null && needsReference(method) && referenceKey(reference) === '')
    problems.reference = saleMessages.referenceRequired
  if (method === 'cash' && received.trim() !== '') {
    const cash = parsePesos(received)
    if (cash === null) problems.received = s.amountInvalid
    else if (amount !== null && cash < amount) problems.received = s.cashTooLow(formatPeso(amount))
  }
  return problems
}

/** The errors of the payments in order; null if there are none. */
export function problemsOfSplit(parts: readonly Part[], total: Centavos): PartProblems[] | null {
  const amounts = amountsOf(parts, total)
  const problems = parts.map((one, i) => problemsOfPart(one, amounts[i]!))
  return problems.some((each) => Object.keys(each).length > 0) ? problems : null
}

/** Why the payments cannot be confirmed: they are below or above the total. */
export function splitObstacle(parts: readonly Part[], total: Centavos): string | null {
  const rest = restOf(parts, total)
  if (rest === 0) return null
  return rest > 0 ? s.stillToPay(formatPeso(rest)) : s.tooMuch(formatPeso(-rest))
}

/** The received amount of each payment; only received cash can be more than the payment's amount. */
export const receivedOfParts = (parts: readonly Part[], total: Centavos): Centavos[] => {
  const amounts = amountsOf(parts, total)
  return parts.map(({ method, received }, i) => {
    const amount = amounts[i] ?? 0
    return method === 'cash' && received.trim() !== '' ? Math.max(parsePesos(received) ?? 0, amount) : amount
  })
}

/** By how much the received cash is below the amount of the cash payment; 0 if no received cash was typed. */
export const cashLacking = (parts: readonly Part[], total: Centavos): Centavos => {
  const amounts = amountsOf(parts, total)
  const cash = parts.findIndex(({ method, received }) => method === 'cash' && parsePesos(received) !== null)
  return cash < 0 ? 0 : Math.max((amounts[cash] ?? 0) - parsePesos(parts[cash]!.received)!, 0)
}

/** Converts the typed payments to the field `payments` of the request. */
export function splitBody(parts: readonly Part[], total: Centavos): NonNullable<CheckoutBody['payments']> {
  const amounts = amountsOf(parts, total)
  const received = receivedOfParts(parts, total)
  return parts.map(({ method, reference }, i) => {
    if (method === null) throw new Error('each payment has a method')
    return {
      method,
      amount: toPesos(amounts[i] ?? 0),
      ...(method === 'cash' && { received: toPesos(received[i]!) }),
      reference_number: needsReference(method) ? reference.trim() || null : null,
    }
  })
}

type Sent = {
  method: PaymentMethod
  /** The amount that the client gave for a single payment. */
  received: Centavos
  reference: string
  parts?: readonly Part[] | null
}
/** `due` is the amount to pay in money; `prepaid` and `deposits` are what packages and deposits pay of the sale. */
type Due = { due: Centavos; prepaid: readonly PackagePayment[]; deposits: readonly DepositPayment[] }

/**
 * Returns the list of payments for the request that records the sale: first the payments by packages and deposits, then
 * the payments in money. Returns null if there is a single payment, because the request has other fields for it.
 */
export function paymentsBody({ method, parts, received, reference }: Sent, { due, prepaid, deposits }: Due) {
  const split = parts && splitBody(parts, due)
  if (prepaid.length + deposits.length === 0) return split
  const paidAhead = { method: 'prepaid' as const }
  const byPackages = prepaid.map(({ packageId, amount }) => ({
    ...paidAhead,
    amount: toPesos(amount),
    package_id: packageId,
  }))
  const byDeposits = deposits.map(({ id, isCredit, amount }) => ({
    ...paidAhead,
    amount: toPesos(amount),
    ...(isCredit ? { credit_id: id } : { deposit_id: id }),
  }))
  const single = {
    method,
    amount: toPesos(due),
    ...(givesChange(method) && { received: toPesos(received) }),
    reference_number: needsReference(method) ? reference.trim() || null : null,
  }
  return [...byPackages, ...byDeposits, ...(split ?? (due > 0 ? [single] : []))]
}

const fieldOf: Record<string, PartField> = {
  method: 'method',
  amount: 'amount',
  received: 'received',
  reference_number: 'reference',
}

/** The field of the request for a single payment, by its name in the list of payments. */
const singleFieldOf: Record<string, string> = {
  reference_number: 'reference_number',
  amount: 'received_money',
  received: 'received_money',
}

/**
 * Assigns the messages of an API error to the fields of the money payments. The request lists the `paidAhead` payments
 * by packages and deposits before them; if there are any, the list contains a single money payment too.
 */
export function errorsOfMoney(errors: Record<string, string[]>, paidAhead: number, isSplit: boolean) {
  if (paidAhead === 0) return errors
  const renamed = Object.entries(errors).map(([name, sentences]) => {
    const [, index, field = ''] = /^payments\.(\d+)\.(\w+)$/.exec(name) ?? []
    const number = Number(index) - paidAhead
    // The message about a package or a deposit has no field on screen, so the dialog shows it above its fields.
    if (!(number >= 0)) return [index === undefined ? name : 'paid_ahead', sentences] as const
    return [isSplit ? `payments.${number}.${field}` : (singleFieldOf[field] ?? name), sentences] as const
  })
  return Object.fromEntries(renamed)
}

/** An error's messages by payment, from fields such as `payments.1.reference_number`. */
export function splitProblemsOfError(errors: Record<string, string[]>): PartProblems[] | null {
  const problems: PartProblems[] = []
  for (const [name, sentences] of Object.entries(errors)) {
    const [, index, field] = /^payments\.(\d+)\.(\w+)$/.exec(name) ?? []
    const partField = field === undefined ? undefined : fieldOf[field]
    if (partField) problems[Number(index)] = { ...problems[Number(index)], [partField]: sentences.join(' ') }
  }
  return problems.length > 0 ? problems : null
}
