import { z } from 'zod'
import type { Centavos } from '#shared/lib/money.ts'
import { staffAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { furtherService } from '#shared/appointments/records.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { chargeOf, type Charge } from '#shared/sales/charge.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { discountOf, discountProblem, noDiscount, type Discount, type LineDiscount } from './discount.ts'

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
  /** Vatable unless told. */
  taxClass?: TaxClass | undefined
  /** The card of a Senior Citizen or PWD may count for it. */
  isEligible?: boolean | undefined
  discount?: LineDiscount | undefined
  /** The order's card counts for it. */
  hasCard?: boolean | undefined
}

/** The card of a Senior Citizen or PWD, and whether VAT was in the prices when it was taken. */
export type OrderCard = {
  kind: CardKind
  idNumber: string
  name: string
  birthDate: string | null
  isVatRegistered: boolean
}

export const orderedVisit = staffAppointment
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
    /** Services after the first one; an order of before a visit could have several has none. */
    further_services: z
      .array(furtherService.pick({ service_id: true, service_name: true, treatment_name: true }))
      .optional(),
  })

/** The appointment that is paid: whose it is, when, and what was booked. */
export type OrderedVisit = z.output<typeof orderedVisit>

export const visitOf = (row: StaffAppointment): OrderedVisit => orderedVisit.parse(row)

/** What was booked for a visit, the first service first. */
export const bookedServices = (visit: OrderedVisit) => [visit, ...(visit.further_services ?? [])]

/** `Glow Drip + Facial` */
export const bookedNames = (visit: OrderedVisit): string =>
  servicesOf({ ...visit, further_services: visit.further_services ?? [] })

/** What the till is ringing up. It is kept on the device with the key under which the server records it once. */
export type Order = {
  /** The idempotency key, a UUID born with the order. */
  key: string
  /** The visit that it was begun for; null for one that is rung up for anybody. */
  visit: OrderedVisit | null
  /** What it was parked as; null for one that never was. */
  name: string | null
  lines: OrderLine[]
  discount: Discount
  card?: OrderCard | null | undefined
  method: PaymentMethod | null
  /** A payment that was sent and of which nobody knows yet whether it was recorded; the order stands still meanwhile. */
  sent: CheckoutBody | null
  /** The sale it became; its receipt has not come out yet. */
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

/** Its payment was sent, and nobody knows yet whether it was recorded. */
export const isUnanswered = (order: Order): boolean => order.sent !== null && order.saleId === null

/** A payment is under way or done: what it was for must not change any more. */
export const isSettled = (order: Order): boolean => order.sent !== null || order.saleId !== null

export const hasService = (order: Order, serviceId: string): boolean =>
  order.lines.some((line) => line.serviceId === serviceId)

/** The line that an add-on of a treatment stands under, if it was added. */
export const lineWithAddOn = (order: Order, addOnId: string): OrderLine | undefined =>
  order.lines.find((line) => line.addOns.some((addOn) => addOn.id === addOnId))

type Charged = Pick<Order, 'lines' | 'discount' | 'card'>

/** What a discount takes off the service of a line; null when it cannot be read. */
export const lineDiscountOf = ({ discount, price, quantity }: OrderLine): Centavos | null =>
  discount ? discountOf(discount, price * quantity) : 0

/** The sums of the order as it stands, of each line too; a discount that cannot be read counts as none. */
export function orderCharge({ lines, discount, card }: Charged): Charge {
  const charged = lines.map((line) => ({
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

export function orderTotals(order: Charged): Totals {
  const { subtotal, discount, total, itemCount } = orderCharge(order)
  return { subtotal, discount, total, itemCount }
}

/** What must be mended in the order itself before it can be paid; null when nothing stands in the way. */
export function orderProblem(
  { lines, method, discount }: Order,
  methods: readonly PaymentMethod[] = PAYMENT_METHODS,
): string | null {
  // A method may have been switched off since the order was parked.
  const isChosen = method !== null && methods.includes(method)
  const isUnread = lines.some((line) => lineDiscountOf(line) === null)
  if (isUnread) return s.lineDiscountInvalid
  return discountProblem(discount) ?? (isChosen ? null : saleMessages.methodRequired)
}
