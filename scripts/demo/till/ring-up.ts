import { manilaDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import { chargeOf, type Charge } from '#shared/sales/charge.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { isCardReason, type DiscountReason, type PaymentMethod } from '#shared/sales/payment.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { discountGiven, isAboveLimit } from '#shared/sales/discount-limit.ts'
import { quickAmounts, totalsOf } from '#shared/sales/totals.ts'
import type { Visit } from '../make-visits.ts'
import type { Random } from '../random.ts'
import type { SampleTill } from './set-up-till.ts'
import { DISCOUNT_LIMIT } from './till-content.ts'

type Payment = {
  method: PaymentMethod
  amount: Centavos
  received: Centavos
  reference: string | null
  /** The prepaid account of the package with which this payment is made. */
  accountId?: string
}

/** The order of a visit as the cashier enters it at the till. */
export type Order = {
  lines: SaleLine[]
  charge: Charge
  payments: Payment[]
  reason: DiscountReason | null
  idNumber: string | null
  cards: readonly SeniorPwdCard[]
  /** The amount of the discount that an admin approved; 0 if none needed approval. */
  approved: Centavos
}

type RungUp = { visit: Visit; number: number; isCash?: boolean | undefined }

const methodOf = (random: Random): PaymentMethod =>
  random.weighted([
    ['cash', 46],
    ['gcash', 34],
    ['maya', 9],
    ['bank_transfer', 11],
  ] as const)

const letters = {
  cash: '',
  gcash: 'GC',
  maya: 'MY',
  bank_transfer: 'BT',
  card: 'SLIP',
  withheld: 'ATC',
  prepaid: '',
} as const

/** Makes the reference number of a payment. It contains the receipt's number, so that it is unique. */
export const referenceOf = (random: Random, method: PaymentMethod, n: number): string | null => {
  const digits = String(random.whole(1_000_000, 9_999_999))
  return method === 'cash' ? null : `${letters[method]}-${digits}${n}`
}

const paid = (random: Random, method: PaymentMethod, amount: Centavos, n: number): Payment => ({
  method,
  amount,
  received: method === 'cash' ? (random.pick(quickAmounts(amount)) ?? amount) : amount,
  reference: referenceOf(random, method, n),
})

const discountOf = (random: Random) =>
  random.chance(0.12)
    ? {
        isOn: true,
        share: random.pick([0.05, 0.1, 0.2]),
        reason: random.pick<DiscountReason>(['Promo', 'Senior Citizen', 'PWD', 'Staff']),
      }
    : { isOn: false, share: 0, reason: null }

const withoutDiscount = { isOn: false, amount: 0 }

/** Returns the given share of an amount, rounded to ten pesos. */
const tensOf = (amount: Centavos, share: number) => Math.round((amount * share) / 1000) * 1000

/** Computes an order of a till without settings: one discount on the whole order, and one payment. */
export function ringUpPlainly(random: Random, { visit, number }: RungUp): Order {
  const { lines } = visit
  const { isOn, share, reason } = discountOf(random)
  const amount = tensOf(totalsOf(lines, { isOn: false, amount: 0 }).subtotal, share)
  const charge = chargeOf(lines, { isOn, amount })
  const given = charge.discount > 0 ? reason : null
  return {
    lines,
    charge,
    payments: [paid(random, methodOf(random), charge.total, number)],
    reason: given,
    idNumber: isCardReason(given) ? String(480_000 + number) : null,
    cards: [],
    approved: 0,
  }
}

/**
 * Repeats each line with an eligible service, once for each Senior Citizen or PWD card. The add-ons stay on the line of
 * the first card, which is the client's. Undefined if no service is eligible.
 */
function underCards(
  lines: readonly SaleLine[],
  cards: readonly SeniorPwdCard[],
  { eligible }: SampleTill,
): SaleLine[] | undefined {
  if (!lines.some(({ service_id }) => eligible.has(service_id))) return undefined
  return lines.flatMap((line) => {
    if (!eligible.has(line.service_id)) return [line]
    return cards.map((card, i): SaleLine => {
      const addOns = i === 0 ? line.addOns : []
      return { ...line, addOns, card: i + 1, hasCard: true, discount_reason: cardReason(card.kind) }
    })
  })
}

/** Chooses at random whether the sale has a discount on one line, on the whole order, or none. */
function discounted(random: Random, lines: SaleLine[]) {
  const none = { lines, order: withoutDiscount, reason: null }
  const chance = random.next()
  if (chance < 0.07) {
    const amount = tensOf(totalsOf(lines, none.order).subtotal, random.pick([0.05, 0.05, 0.1, 0.15]))
    return {
      ...none,
      order: { isOn: true, amount },
      reason: random.pick(['Promo', 'Promo', 'Staff', 'Other'] as const),
    }
  }
  if (chance > 0.13) return none
  const [first, ...rest] = lines as [SaleLine, ...SaleLine[]]
  const discount = tensOf(first.price * first.quantity, random.pick([0.1, 0.1, 0.2]))
  const off = { ...first, discount, discount_reason: random.pick(['Promo', 'Promo', 'Staff', 'Other'] as const) }
  return { ...none, lines: [discount > 0 ? off : first, ...rest] }
}

/**
 * Returns the payments of a sale: a larger total may be split into cash and GCash, or cash and a bank card; otherwise
 * there is one payment.
 */
function payments(random: Random, total: Centavos, { number, isCash = false }: RungUp): Payment[] {
  if (isCash) return [paid(random, 'cash', total, number)]
  if (total >= 300_000 && random.chance(0.07)) {
    const cash = Math.floor((total * random.pick([0.3, 0.5])) / 50_000) * 50_000
    const other = random.pick(['gcash', 'gcash', 'card'] as const)
    return [{ ...paid(random, 'cash', cash, number), received: cash }, paid(random, other, total - cash, number)]
  }
  return [paid(random, random.chance(0.12) ? 'card' : methodOf(random), total, number)]
}

/** Computes the order of a visit whose services are paid with sessions of a package. */
function ringUpSessions({ lines, packageName }: Visit, tax: TaxSettings): Order {
  const charge = chargeOf(lines, withoutDiscount, tax)
  const { accountId } = lines[0]!.packageSession!
  const payment = { method: 'prepaid', amount: charge.total, received: charge.total } as const
  return {
    lines,
    charge,
    payments: [{ ...payment, reference: packageName ?? null, accountId }],
    reason: null,
    idNumber: null,
    cards: [],
    approved: 0,
  }
}

/**
 * Computes an order of the sample's till, with taxes, Senior Citizen and PWD cards, discounts, and several payments.
 */
export const ringUpFully =
  (till: SampleTill) =>
  (random: Random, order: RungUp): Order => {
    const { visit } = order
    const tax = { isVatRegistered: manilaDate(visit.at) >= till.vatSince, chargesExcise: false }
    if (visit.packageName) return ringUpSessions(visit, tax)
    const cards = till.cards.get(visit.client.clientId)
    const withCard = cards && underCards(visit.lines, cards, till)
    const off = discounted(random, visit.lines)
    const lines = withCard ?? off.lines
    const charge = chargeOf(lines, withCard ? withoutDiscount : off.order, tax)
    const priced = { ...charge, lines }
    return {
      lines,
      charge,
      payments: payments(random, charge.total, order),
      reason: withCard || charge.discount === 0 ? null : off.reason,
      idNumber: null,
      cards: withCard ? cards : [],
      approved: isAboveLimit(priced, DISCOUNT_LIMIT) ? discountGiven(priced) : 0,
    }
  }
