import { z } from 'zod'
import { staffAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { furtherService } from '#shared/appointments/records.ts'
import { MAX_CENTAVOS, type Centavos } from '#shared/lib/money.ts'
import { TAX_CLASSES, type TaxClass } from '#shared/lib/taxes.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { chargeOf, type Charge } from '#shared/sales/charge.ts'
import { checkoutBody, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import { CARD_KINDS, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { walkIn as walkInRecord, type WalkIn } from '#shared/walk-ins/contract.ts'
import {
  discountOf,
  discountProblem,
  noDiscount,
  storedDiscount,
  storedLineDiscount,
  type Discount,
  type LineDiscount,
} from './discount.ts'

export const MAX_LINES = 60
export const MAX_QUANTITY = 999

export type OrderAddOn = { id: string; name: string; price: Centavos; quantity: number }
export type OrderLine = {
  serviceId: string
  name: string
  treatmentId: string
  treatmentName: string
  price: Centavos
  quantity: number
  addOns: OrderAddOn[]
  /** The tax class of the service; VATable by default. */
  taxClass?: TaxClass | undefined
  /** True when a Senior Citizen or PWD card can apply to the service. */
  isEligible?: boolean | undefined
  discount?: LineDiscount | undefined
  /** True when the order's card applies to this line. */
  hasCard?: boolean | undefined
}

/** The Senior Citizen or PWD card of the order, and whether prices included VAT when the card was added. */
export type OrderCard = {
  kind: CardKind
  idNumber: string
  name: string
  birthDate: string | null
  isVatRegistered: boolean
}

const orderedVisit = staffAppointment
  .pick({
    id: true,
    user_id: true,
    name: true,
    appointment_date: true,
    appointment_time: true,
    treatment_name: true,
    service_id: true,
    service_name: true,
  })
  .extend({
    /**
     * The visit's services after the first one; missing in orders that were stored when a visit had only one service.
     */
    further_services: z
      .array(furtherService.pick({ service_id: true, service_name: true, treatment_name: true }))
      .optional(),
  })

/** The appointment to be paid: client, time and services. */
export type OrderedVisit = z.output<typeof orderedVisit>

export const visitOf = (row: StaffAppointment): OrderedVisit => orderedVisit.parse(row)

/** A visit's booked services in order. */
export const bookedServices = (visit: OrderedVisit) => [visit, ...(visit.further_services ?? [])]

/** The booked services as text: `Glow Drip + Facial` */
export const bookedNames = (visit: OrderedVisit): string =>
  servicesOf({ ...visit, further_services: visit.further_services ?? [] })

const orderedWalkIn = walkInRecord.pick({
  id: true,
  number: true,
  user_id: true,
  name: true,
  email: true,
  contact_number: true,
  service_id: true,
  service_name: true,
})

/** The walk-in whose wait ends with the sale, with the service that they came for. */
export type OrderedWalkIn = z.output<typeof orderedWalkIn>

export const orderedWalkInOf = (row: WalkIn): OrderedWalkIn => orderedWalkIn.parse(row)

/** The current order. It is stored on the device with the key under which the server records it once. */
export type Order = {
  /** The idempotency key, created with the order. */
  key: string
  /** The visit to be paid; null for an order without one. */
  visit: OrderedVisit | null
  /** The walk-in of the order. */
  walkIn?: OrderedWalkIn | null | undefined
  /** The name under which the order was parked; null if it never was. */
  name: string | null
  lines: OrderLine[]
  discount: Discount
  card?: OrderCard | null | undefined
  method: PaymentMethod | null
  /** The body of a payment without a response; the order is locked meanwhile. */
  sent: CheckoutBody | null
  /** The recorded sale, whose receipt is pending. */
  saleId: string | null
}

export type OrderedService = Omit<OrderLine, 'quantity' | 'addOns' | 'discount' | 'hasCard'>
export type OrderedAddOn = Omit<OrderAddOn, 'quantity'> & { treatmentId: string }

export const newOrder = (key: string): Order => ({
  key,
  visit: null,
  name: null,
  lines: [],
  discount: noDiscount,
  method: null,
  sent: null,
  saleId: null,
})

/** True while a payment has no response. */
export const isUnanswered = (order: Order): boolean => order.sent !== null && order.saleId === null

/** The visit or walk-in of an order; null for an order without one. */
export const subjectOf = ({ visit, walkIn }: Order): OrderedVisit | OrderedWalkIn | null => visit ?? walkIn ?? null

/** True once a payment was sent, after which the order must not change. */
export const isSettled = (order: Order): boolean => order.sent !== null || order.saleId !== null

export const hasService = (order: Order, serviceId: string): boolean =>
  order.lines.some((line) => line.serviceId === serviceId)

/** The line with this add-on, if it was added. */
export const lineWithAddOn = (order: Order, addOnId: string): OrderLine | undefined =>
  order.lines.find((line) => line.addOns.some((addOn) => addOn.id === addOnId))

type Charged = Pick<Order, 'lines' | 'discount' | 'card'>

/** The discount of a line's service; null if it is invalid. */
export const lineDiscountOf = ({ discount, price, quantity }: OrderLine): Centavos | null =>
  discount ? discountOf(discount, price * quantity) : 0

/** Charges an order in which the services in `promos` keep their promo under the card. */
function chargeWith({ lines, discount, card }: Charged, promos: ReadonlySet<string>): Charge {
  const charged = lines.map((line) => ({
    isPromo: promos.has(line.serviceId),
    price: line.price,
    quantity: line.quantity,
    addOns: line.addOns,
    discount: lineDiscountOf(line) ?? 0,
    hasCard: card ? (line.hasCard ?? false) : false,
    taxed: { taxClass: line.taxClass ?? ('vatable' as const), isExcise: false },
  }))
  const tax = { isVatRegistered: card?.isVatRegistered ?? false, chargesExcise: false }
  const { discountable } = chargeOf(charged, { isOn: false, amount: 0 }, tax)
  return chargeOf(charged, { isOn: discount.isOn, amount: discountOf(discount, discountable) ?? 0 }, tax)
}

/** The services under the card whose promo, on the line or on the order, is better than the card's discount. */
export function betterPromos(order: Charged): ReadonlySet<string> {
  const covered = order.card ? order.lines.filter((line) => line.hasCard) : []
  if (covered.length === 0 || (!order.discount.isOn && covered.every((line) => !line.discount))) return new Set()
  const withCard = chargeWith(order, new Set())
  const withPromos = chargeWith(order, new Set(covered.map((line) => line.serviceId)))
  const paid = ({ items }: Charge, line: OrderLine) => {
    const { service } = items[order.lines.indexOf(line)]!
    return service.lineTotal - service.orderDiscount
  }
  return new Set(covered.filter((line) => paid(withPromos, line) < paid(withCard, line)).map((line) => line.serviceId))
}

/** The order's amounts, also by line, with the better of promo and card; invalid discounts count as 0. */
export const orderCharge = (order: Charged): Charge => chargeWith(order, betterPromos(order))

export function orderTotals(order: Charged): Totals {
  const { subtotal, discount, total, itemCount } = orderCharge(order)
  return { subtotal, discount, total, itemCount }
}

/** What must be corrected in the order before the payment; null if nothing. */
export function orderProblem(
  { lines, method, discount }: Order,
  methods: readonly PaymentMethod[] = PAYMENT_METHODS,
): string | null {
  // The method may have been switched off since the order was parked.
  const isChosen = method !== null && methods.includes(method)
  const isUnread = lines.some((line) => lineDiscountOf(line) === null)
  if (isUnread) return s.lineDiscountInvalid
  return discountProblem(discount) ?? (isChosen ? null : saleMessages.methodRequired)
}

const centavos = z.int().min(0).max(MAX_CENTAVOS)
const quantity = z.int().min(1).max(MAX_QUANTITY)
const addOn = z.object({ id: z.uuid(), name: z.string(), price: centavos, quantity })
const line = z.object({
  serviceId: z.uuid(),
  name: z.string(),
  treatmentId: z.uuid(),
  treatmentName: z.string(),
  price: centavos,
  quantity,
  addOns: z.array(addOn),
  taxClass: z.enum(TAX_CLASSES).optional(),
  isEligible: z.boolean().optional(),
  discount: storedLineDiscount.optional(),
  hasCard: z.boolean().optional(),
})
const storedCard = z.object({
  kind: z.enum(CARD_KINDS),
  idNumber: z.string(),
  name: z.string(),
  birthDate: z.string().nullable(),
  isVatRegistered: z.boolean(),
})
/** The body must be sent again unchanged, so it is validated but not transformed. */
const sentBody = z.custom<CheckoutBody>((value) => checkoutBody.safeParse(value).success)

/** The stored format of an order. */
export const storedOrder: z.ZodType<Order> = z.object({
  key: z.uuid(),
  // The visit is missing in orders stored by earlier versions.
  visit: orderedVisit.nullable().default(null),
  walkIn: orderedWalkIn.nullish(),
  name: z.string().nullable().default(null),
  lines: z.array(line).max(MAX_LINES),
  discount: storedDiscount,
  card: storedCard.nullish(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  sent: sentBody.nullable(),
  saleId: z.uuid().nullable(),
})

/** The stored order; null if missing or invalid. */
export function parseOrder(text: string | null): Order | null {
  if (text === null) return null
  try {
    return storedOrder.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
