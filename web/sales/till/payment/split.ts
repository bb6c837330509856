import { formatPeso, parsePesos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { MOST_PAYMENTS, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentMessages as s } from '#shared/sales/payment-messages.ts'
import { needsReference, referenceKey, type PaymentMethod } from '#shared/sales/payment.ts'

/** One of several payments, as it is filled in. */
export type Part = {
  id: number
  /** Null until it is chosen. */
  method: PaymentMethod | null
  /** As typed; null takes what the others leave. Only the last one does. */
  amount: string | null
  /** Of cash, as typed; nothing typed is exactly the amount. */
  received: string
  reference: string
}

/** The payments of one sale, two or more, and what the person fills in next. */
export type Split = { parts: readonly Part[]; next: { id: number; field: PartField } }
type PartField = 'method' | 'amount' | 'received' | 'reference'

/** What is typed where there is one payment. */
type Single = { method: PaymentMethod; received: string; reference: string }

export type SplitAction =
  | { type: 'change'; id: number; changes: Partial<Omit<Part, 'id'>> }
  | { type: 'add'; total: Centavos }
  | { type: 'remove'; id: number }

const parsed = ({ amount }: Part): Centavos | null => (amount === null || amount.trim() === '' ? 0 : parsePesos(amount))

/** What is left of the total; below zero when the payments are more. */
export const restOf = (parts: readonly Part[], total: Centavos): Centavos =>
  amountsOf(parts, total).reduce<Centavos>((rest, amount) => rest - (amount ?? 0), total)

/** What each pays; null for what is no amount. */
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

/** Cash is the usual rest, and stands in a sale once; any other method is chosen. */
const usualMethod = (parts: readonly Part[], taken: readonly PaymentMethod[]): PaymentMethod | null =>
  taken.includes('cash') && !parts.some(({ method }) => method === 'cash') ? 'cash' : null

/** One more payment takes the rest. Where nothing is left, the one before it says first how much it pays, and a transfer by which number. */
function withOneMore(already: readonly Part[], total: Centavos, taken: readonly PaymentMethod[]): Split {
  const last = already.at(-1)!
  const isPaid = last.amount === null || restOf(already, total) <= 0
  const before = isPaid ? [...already.slice(0, -1), { ...last, amount: '' }] : already
  const lacksReference = last.method !== null && needsReference(last.method) && last.reference.trim() === ''
  const more = part(Math.max(...already.map(({ id }) => id)) + 1, usualMethod(already, taken))
  const parts = [...before, more]
  if (isPaid) return { parts, next: { id: last.id, field: 'amount' } }
  if (lacksReference) return { parts, next: { id: last.id, field: 'reference' } }
  return { parts, next: { id: more.id, field: more.method === null ? 'method' : 'amount' } }
}

/** The one payment becomes two: what was typed is the first one when it is less than the total. */
export function beginSplit({ method, received, reference }: Single, total: Centavos, taken: readonly PaymentMethod[]) {
  const typed = parsePesos(received) ?? 0
  const first = { ...part(1, method), reference, amount: typed > 0 && typed < total ? received : null }
  return withOneMore([first], total, taken)
}

/** The payments after an action; fewer than two are one payment again. */
export function changeSplit(split: Split, action: SplitAction, taken: readonly PaymentMethod[]): Split {
  const { parts } = split
  switch (action.type) {
    case 'change':
      return { ...split, parts: parts.map((one) => (one.id === action.id ? { ...one, ...action.changes } : one)) }
    case 'add':
      return parts.length < MOST_PAYMENTS ? withOneMore(parts, action.total, taken) : split
    case 'remove': {
      const left = parts.filter(({ id }) => id !== action.id)
      // A typed amount stays what the client agreed to: the rest is said, and not charged to another method in silence.
      const { amount, ...rest } = left.at(-1)!
      const last = { ...rest, amount: amount?.trim() ? amount : null }
      return { parts: [...left.slice(0, -1), last], next: { id: last.id, field: 'amount' } }
    }
  }
}

/** What stands against a payment, each at its field. */
export type PartProblems = Partial<Record<PartField, string>>

function problemsOfPart({ method, received, reference }: Part, amount: Centavos | null): PartProblems {
  const problems: PartProblems = {}
  if (method === null) problems.method = saleMessages.methodRequired
  if (amount === null) problems.amount = s.amountInvalid
  else if (amount === 0) problems.amount = saleMessages.partTooLow
  if (method !== null && needsReference(method) && referenceKey(reference) === '')
    problems.reference = saleMessages.referenceRequired
  if (method === 'cash' && received.trim() !== '') {
    const cash = parsePesos(received)
    if (cash === null) problems.received = s.amountInvalid
    else if (amount !== null && cash < amount) problems.received = s.cashTooLow(formatPeso(amount))
  }
  return problems
}

/** What stands against the payments in their order; null when nothing does. */
export function problemsOfParts(parts: readonly Part[], total: Centavos): PartProblems[] | null {
  const amounts = amountsOf(parts, total)
  const problems = parts.map((one, i) => problemsOfPart(one, amounts[i]!))
  return problems.some((each) => Object.keys(each).length > 0) ? problems : null
}

/** Why the payments cannot be confirmed yet: they are less than the total, or more. */
export function splitObstacle(parts: readonly Part[], total: Centavos): string | null {
  const rest = restOf(parts, total)
  if (rest === 0) return null
  return rest > 0 ? s.stillToPay(formatPeso(rest)) : s.tooMuch(formatPeso(-rest))
}

/** What is handed over of each: more than the amount of cash alone. */
export const receivedOfParts = (parts: readonly Part[], total: Centavos): Centavos[] => {
  const amounts = amountsOf(parts, total)
  return parts.map(({ method, received }, i) => {
    const amount = amounts[i] ?? 0
    return method === 'cash' && received.trim() !== '' ? Math.max(parsePesos(received) ?? 0, amount) : amount
  })
}

/** What the cash that was handed over lacks of what it is to pay; nothing typed lacks nothing. */
export const cashLacking = (parts: readonly Part[], total: Centavos): Centavos => {
  const amounts = amountsOf(parts, total)
  const cash = parts.findIndex(({ method, received }) => method === 'cash' && parsePesos(received) !== null)
  return cash < 0 ? 0 : Math.max((amounts[cash] ?? 0) - parsePesos(parts[cash]!.received)!, 0)
}

/** What is sent of them. */
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

const fieldOf: Record<string, PartField> = {
  method: 'method',
  amount: 'amount',
  received: 'received',
  reference_number: 'reference',
}

/** The sentences of an error at the payments they are about: `payments.1.reference_number`. */
export function partsOfError(errors: Record<string, string[]>): PartProblems[] | null {
  const problems: PartProblems[] = []
  for (const [name, sentences] of Object.entries(errors)) {
    const [, index, field] = /^payments\.(\d+)\.(\w+)$/.exec(name) ?? []
    const mine = field === undefined ? undefined : fieldOf[field]
    if (mine) problems[Number(index)] = { ...problems[Number(index)], [mine]: sentences.join(' ') }
  }
  return problems.length > 0 ? problems : null
}
