import { z } from 'zod'
import { formatPesoShort, MAX_CENTAVOS, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { staffAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { furtherService } from '#shared/appointments/records.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { checkoutBody, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import type { PriceList } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { totalsOf, type Totals } from '#shared/sales/totals.ts'
import { discountOf, discountProblem, noDiscount, storedDiscount, type Discount } from './discount.ts'

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
  method: PaymentMethod | null
  /** A payment that was sent and of which nobody knows yet whether it was recorded; the order stands still meanwhile. */
  sent: CheckoutBody | null
  /** The sale it became; its receipt has not come out yet. */
  saleId: string | null
}

export type OrderedService = Omit<OrderLine, 'quantity' | 'addOns'>
export type OrderedAddOn = Omit<OrderAddOn, 'quantity'> & { treatmentId: string }

export type OrderAction =
  | { type: 'add-service'; service: OrderedService }
  | { type: 'remove-service'; serviceId: string }
  | { type: 'service-quantity'; serviceId: string; quantity: number }
  | { type: 'add-add-on'; addOn: OrderedAddOn }
  | { type: 'remove-add-on'; serviceId: string; addOnId: string }
  | { type: 'add-on-quantity'; serviceId: string; addOnId: string; quantity: number }
  | { type: 'discount'; changes: Partial<Discount> }
  | { type: 'method'; method: PaymentMethod }
  | { type: 'reprice'; prices: PriceList }
  | { type: 'sent'; body: CheckoutBody }
  /** The server has said that nothing was recorded. */
  | { type: 'not-recorded' }
  | { type: 'recorded'; saleId: string }
  /** The next order, under a key of its own. */
  | { type: 'next'; key: string }
  /** An order for a visit, with what was booked when it is still offered; what stood in the order before is gone. */
  | { type: 'begin-visit'; key: string; visit: OrderedVisit; services: readonly OrderedService[] }
  | { type: 'leave-visit' }
  /** An order that was cleared comes back. */
  | { type: 'restore'; order: Order }

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

/** A payment is under way or done: what it was for must not change any more. */
export const isSettled = (order: Order): boolean => order.sent !== null || order.saleId !== null

export const hasService = (order: Order, serviceId: string): boolean =>
  order.lines.some((line) => line.serviceId === serviceId)

/** The line that an add-on of a treatment stands under, if it was added. */
export const lineWithAddOn = (order: Order, addOnId: string): OrderLine | undefined =>
  order.lines.find((line) => line.addOns.some((addOn) => addOn.id === addOnId))

/** The sums of the order as it stands; a discount that cannot be read counts as none. */
export function orderTotals({ lines, discount }: Pick<Order, 'lines' | 'discount'>): Totals {
  const { subtotal } = totalsOf(lines, { isOn: false, amount: 0 })
  return totalsOf(lines, { isOn: discount.isOn, amount: discountOf(discount, subtotal) ?? 0 })
}

const within = (quantity: number) => Math.min(Math.max(Math.trunc(quantity) || 1, 1), MAX_QUANTITY)

const onLine = (order: Order, serviceId: string, change: (line: OrderLine) => OrderLine): Order => ({
  ...order,
  lines: order.lines.map((line) => (line.serviceId === serviceId ? change(line) : line)),
})

function addService(order: Order, service: OrderedService): Order {
  if (hasService(order, service.serviceId) || order.lines.length >= MAX_LINES) return order
  return { ...order, lines: [...order.lines, { ...service, quantity: 1, addOns: [] }] }
}

/** An add-on belongs to the newest line of its treatment. */
function addAddOn(order: Order, { treatmentId, ...addOn }: OrderedAddOn): Order {
  const line = order.lines.findLast((one) => one.treatmentId === treatmentId)
  if (!line || lineWithAddOn(order, addOn.id)) return order
  return onLine(order, line.serviceId, (one) => ({ ...one, addOns: [...one.addOns, { ...addOn, quantity: 1 }] }))
}

/** Names and prices of today; what is not offered any more leaves the order, an add-on with its service. */
function reprice(order: Order, prices: PriceList): Order {
  const lines = order.lines.flatMap((line): OrderLine[] => {
    const service = prices.services.find((one) => one.service_id === line.serviceId)
    if (!service) return []
    const addOns = line.addOns.flatMap((addOn): OrderAddOn[] => {
      const fresh = prices.add_ons.find((one) => one.addOn_id === addOn.id)
      if (fresh?.treatment_id !== service.treatment_id) return []
      return [{ ...addOn, name: fresh.addOn_name, price: toCentavos(fresh.addOn_price) }]
    })
    const { name, treatment_id: treatmentId } = service
    return [{ ...line, name, treatmentId, price: toCentavos(service.price), addOns }]
  })
  return { ...order, lines }
}

function beginVisit({ key, visit, services }: Extract<OrderAction, { type: 'begin-visit' }>): Order {
  const order: Order = { ...newOrder(key), visit }
  return services.reduce(addService, order)
}

function changeContent(order: Order, action: OrderAction): Order {
  switch (action.type) {
    case 'add-service':
      return addService(order, action.service)
    case 'remove-service':
      return { ...order, lines: order.lines.filter((line) => line.serviceId !== action.serviceId) }
    case 'service-quantity':
      return onLine(order, action.serviceId, (line) => ({ ...line, quantity: within(action.quantity) }))
    case 'add-add-on':
      return addAddOn(order, action.addOn)
    case 'remove-add-on':
      return onLine(order, action.serviceId, (line) => ({
        ...line,
        addOns: line.addOns.filter((addOn) => addOn.id !== action.addOnId),
      }))
    case 'add-on-quantity':
      return onLine(order, action.serviceId, (line) => ({
        ...line,
        addOns: line.addOns.map((addOn) =>
          addOn.id === action.addOnId ? { ...addOn, quantity: within(action.quantity) } : addOn,
        ),
      }))
    case 'discount':
      return { ...order, discount: { ...order.discount, ...action.changes } }
    case 'method':
      return { ...order, method: action.method }
    case 'begin-visit':
      return beginVisit(action)
    case 'leave-visit':
      return { ...order, visit: null }
    case 'restore':
      return order.lines.length === 0 ? action.order : order
    case 'reprice':
      return reprice(order, action.prices)
    default:
      return order
  }
}

/** The order after an action. Nothing but the answer to its payment moves an order whose payment was sent. */
export function orderReducer(order: Order, action: OrderAction): Order {
  switch (action.type) {
    case 'sent':
      return { ...order, sent: action.body }
    case 'not-recorded':
      return { ...order, sent: null }
    case 'recorded':
      return { ...order, sent: null, saleId: action.saleId }
    case 'next':
      return newOrder(action.key)
    default:
      return isSettled(order) ? order : changeContent(order, action)
  }
}

/** What must be mended in the order itself before it can be paid; null when nothing stands in the way. */
export function orderProblem(
  { method, discount }: Order,
  methods: readonly PaymentMethod[] = PAYMENT_METHODS,
): string | null {
  // A method may have been switched off since the order was parked.
  const isChosen = method !== null && methods.includes(method)
  return discountProblem(discount) ?? (isChosen ? null : saleMessages.methodRequired)
}

type Priced = { name: string; price: Centavos }

const pricesOf = ({ lines }: Order) =>
  new Map<string, Priced>(
    lines.flatMap((line) => [
      [line.serviceId, line],
      ...line.addOns.map((addOn): [string, Priced] => [addOn.id, addOn]),
    ]),
  )

/** What repricing has done to an order, one sentence for each thing; none when nothing has changed. */
export function priceChanges(before: Order, after: Order): string[] {
  const fresh = pricesOf(after)
  return [...pricesOf(before)].flatMap(([id, { name, price }]) => {
    const now = fresh.get(id)
    if (!now) return [s.leftOrder(name)]
    return now.price === price ? [] : [s.priceIsNow(now.name, formatPesoShort(price), formatPesoShort(now.price))]
  })
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
})
/** The body goes out again exactly as it went before, so it is checked and not changed. */
const sentBody = z.custom<CheckoutBody>((value) => checkoutBody.safeParse(value).success)

/** An order as it is kept on the device. */
export const storedOrder: z.ZodType<Order> = z.object({
  key: z.uuid(),
  // Orders that an earlier version left on the device have neither.
  visit: orderedVisit.nullable().default(null),
  name: z.string().nullable().default(null),
  lines: z.array(line).max(MAX_LINES),
  discount: storedDiscount,
  method: z.enum(PAYMENT_METHODS).nullable(),
  sent: sentBody.nullable(),
  saleId: z.uuid().nullable(),
})

/** The order that an earlier visit left on the device; null when there is none, or none that can be read. */
export function parseOrder(text: string | null): Order | null {
  if (text === null) return null
  try {
    return storedOrder.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
