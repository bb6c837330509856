import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import type { PriceList } from '#shared/sales/price-list.ts'
import type { Discount, LineDiscount } from './discount.ts'
import {
  MAX_LINES,
  MAX_QUANTITY,
  hasService,
  isSettled,
  lineWithAddOn,
  newOrder,
  type Order,
  type OrderCard,
  type OrderLine,
  type OrderedAddOn,
  type OrderedService,
  type OrderedVisit,
} from './order.ts'
import type { OrderedWalkIn } from './ordered-walk-in.ts'
import { reprice } from './reprice-order.ts'

export type OrderAction =
  | { type: 'add-service'; service: OrderedService }
  | { type: 'remove-service'; serviceId: string }
  | { type: 'service-quantity'; serviceId: string; quantity: number }
  | { type: 'add-add-on'; addOn: OrderedAddOn }
  | { type: 'remove-add-on'; serviceId: string; addOnId: string }
  | { type: 'add-on-quantity'; serviceId: string; addOnId: string; quantity: number }
  | { type: 'discount'; changes: Partial<Discount> }
  | { type: 'line-discount'; serviceId: string; discount: LineDiscount | null }
  /** The card and the services that it counts for; null takes it off. */
  | { type: 'card'; card: OrderCard | null; serviceIds: readonly string[] }
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
  /** The same for a walk-in of the queue. */
  | { type: 'begin-walk-in'; key: string; walkIn: OrderedWalkIn; services: readonly OrderedService[] }
  /** The order is for nobody in particular: neither for a visit nor for a walk-in. */
  | { type: 'leave-visit' }
  /** An order that was cleared comes back. */
  | { type: 'restore'; order: Order }

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

const beginWith = (order: Order, services: readonly OrderedService[]): Order => services.reduce(addService, order)

function takeCard(order: Order, { card, serviceIds }: Extract<OrderAction, { type: 'card' }>): Order {
  const lines = order.lines.map(({ hasCard: _, ...line }) =>
    card !== null && serviceIds.includes(line.serviceId) ? { ...line, hasCard: true } : line,
  )
  return { ...order, card, lines }
}

const withoutAddOn = (line: OrderLine, addOnId: string): OrderLine => ({
  ...line,
  addOns: line.addOns.filter((addOn) => addOn.id !== addOnId),
})

function changeAddOn(line: OrderLine, addOnId: string, quantity: number): OrderLine {
  const addOns = line.addOns.map((addOn) => (addOn.id === addOnId ? { ...addOn, quantity: within(quantity) } : addOn))
  return { ...line, addOns }
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
      return onLine(order, action.serviceId, (line) => withoutAddOn(line, action.addOnId))
    case 'add-on-quantity':
      return onLine(order, action.serviceId, (line) => changeAddOn(line, action.addOnId, action.quantity))
    case 'discount':
      return { ...order, discount: { ...order.discount, ...action.changes } }
    case 'line-discount':
      return onLine(order, action.serviceId, (line) => ({ ...line, discount: action.discount ?? undefined }))
    case 'card':
      return takeCard(order, action)
    case 'method':
      return { ...order, method: action.method }
    case 'begin-visit':
      return beginWith({ ...newOrder(action.key), visit: action.visit }, action.services)
    case 'begin-walk-in':
      return beginWith({ ...newOrder(action.key), walkIn: action.walkIn }, action.services)
    case 'leave-visit':
      return { ...order, visit: null, walkIn: null }
    case 'restore':
      return order.lines.length === 0 ? action.order : order
    case 'reprice':
      return reprice(order, action.prices)
    default:
      return order
  }
}

/** A card that counts for no line any more leaves the order. */
const withoutIdleCard = (order: Order): Order =>
  order.card && !order.lines.some((line) => line.hasCard) ? { ...order, card: null } : order

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
      return isSettled(order) ? order : withoutIdleCard(changeContent(order, action))
  }
}
