import { formatPesoShort, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { cardMessages } from '#shared/sales/messages.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import type { PriceList } from '#shared/sales/line.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { followLine, withoutUnusedCards } from './card/pieces.ts'
import type { Discount } from './discount.ts'
import {
  hasService,
  isSettled,
  lineWithAddOn,
  MAX_LINES,
  MAX_QUANTITY,
  newOrder,
  type LineEntries,
  type Order,
  type OrderAddOn,
  type OrderCard,
  type OrderDeposit,
  type OrderedAddOn,
  type OrderedService,
  type OrderedVisit,
  type OrderedWalkIn,
  type OrderLine,
  type OrderPieces,
  type OrderSession,
} from './order.ts'

export type OrderAction =
  | { type: 'add-service'; service: OrderedService }
  | { type: 'remove-service'; serviceId: string }
  | { type: 'service-quantity'; serviceId: string; quantity: number }
  | { type: 'add-add-on'; addOn: OrderedAddOn }
  | { type: 'remove-add-on'; serviceId: string; addOnId: string }
  | { type: 'add-on-quantity'; serviceId: string; addOnId: string; quantity: number }
  | { type: 'discount'; changes: Partial<Discount> }
  /** Sets fields that the cashier enters in the row of a line. An entry that is undefined empties its field. */
  | { type: 'line-entries'; serviceId: string; entries: LineEntries }
  /** Sets the Senior and PWD cards of all holders, and the pieces of each service that they cover. */
  | { type: 'cards'; cards: readonly OrderCard[]; pieces: Readonly<Record<string, OrderPieces[] | undefined>> }
  /** Sets the sessions of packages that pay for pieces of a service, instead of a discount or a Senior or PWD card. */
  | { type: 'sessions'; serviceId: string; sessions: OrderSession[] }
  /** Sets the deposits and store credits of the client that are deducted. */
  | { type: 'deposits'; deposits: readonly OrderDeposit[] }
  | { type: 'method'; method: PaymentMethod }
  | { type: 'reprice'; prices: PriceList }
  | { type: 'sent'; body: CheckoutBody }
  /** The server has answered that no sale was recorded for the order, so the order can be changed again. */
  | { type: 'not-recorded' }
  | { type: 'recorded'; saleId: string }
  /** Starts the next order under a new idempotency key. */
  | { type: 'next'; key: string }
  /** Starts a new order for a visit, with the booked services that are still offered. It replaces the present order. */
  | { type: 'begin-visit'; key: string; visit: OrderedVisit; services: readonly OrderedService[] }
  /** Starts a new order for a walk-in of the queue, with the requested service. It replaces the present order. */
  | { type: 'begin-walk-in'; key: string; walkIn: OrderedWalkIn; services: readonly OrderedService[] }
  /** Separates the order from its visit or walk-in. The services of the order stay. */
  | { type: 'leave-visit' }
  /** Restores an order after it was cleared, when Undo is pressed. */
  | { type: 'restore'; order: Order }

const clampQuantity = (quantity: number) => Math.min(Math.max(Math.trunc(quantity) || 1, 1), MAX_QUANTITY)

const changeLine = (order: Order, serviceId: string, change: (line: OrderLine) => OrderLine): Order => ({
  ...order,
  lines: order.lines.map((line) => (line.serviceId === serviceId ? change(line) : line)),
})

function addService(order: Order, service: OrderedService): Order {
  if (hasService(order, service.serviceId) || order.lines.length >= MAX_LINES) return order
  return { ...order, lines: [...order.lines, { ...service, quantity: 1, addOns: [] }] }
}

/** Adds an add-on to the newest line of its treatment. */
function addAddOn(order: Order, { treatmentId, ...addOn }: OrderedAddOn): Order {
  const line = order.lines.findLast((one) => one.treatmentId === treatmentId)
  if (!line || lineWithAddOn(order, addOn.id)) return order
  return changeLine(order, line.serviceId, (one) => ({ ...one, addOns: [...one.addOns, { ...addOn, quantity: 1 }] }))
}

const addServices = (order: Order, services: readonly OrderedService[]): Order => services.reduce(addService, order)

function applyCards(order: Order, { cards, pieces }: Extract<OrderAction, { type: 'cards' }>): Order {
  const lines = order.lines.map(({ pieces: _, ...line }): OrderLine => {
    const ofLine = pieces[line.serviceId]
    return ofLine ? { ...line, pieces: ofLine } : line
  })
  return { ...order, cards, lines }
}

const withoutAddOn = (line: OrderLine, addOnId: string): OrderLine => ({
  ...line,
  addOns: line.addOns.filter((addOn) => addOn.id !== addOnId),
})

function changeAddOn(line: OrderLine, addOnId: string, quantity: number): OrderLine {
  const addOns = line.addOns.map((addOn) =>
    addOn.id === addOnId ? { ...addOn, quantity: clampQuantity(quantity) } : addOn,
  )
  return { ...line, addOns }
}

/** A discount replaces the sessions of packages that paid for the line. */
const withEntries = ({ sessions, ...line }: OrderLine, entries: LineEntries): OrderLine => ({
  ...line,
  ...(sessions && !entries.discount && { sessions }),
  ...entries,
})

function payWithSessions(line: OrderLine, sessions: OrderSession[]): OrderLine {
  if (sessions.length === 0) return { ...line, sessions: undefined }
  return { ...line, discount: undefined, pieces: undefined, sessions }
}

/** A line has at most as many sessions as pieces, and none beside a Senior or PWD card. */
function fitSessions(line: OrderLine): OrderLine {
  const { sessions, ...rest } = line
  if (!sessions || (!line.pieces && sessions.length <= line.quantity)) return line
  return line.pieces ? rest : { ...rest, sessions: sessions.slice(0, line.quantity) }
}

type LineAction = Extract<
  OrderAction,
  { type: 'service-quantity' | 'remove-add-on' | 'add-on-quantity' | 'line-entries' | 'sessions' }
>

function changedLine(line: OrderLine, action: LineAction): OrderLine {
  switch (action.type) {
    case 'service-quantity':
      return { ...line, quantity: clampQuantity(action.quantity) }
    case 'remove-add-on':
      return withoutAddOn(line, action.addOnId)
    case 'add-on-quantity':
      return changeAddOn(line, action.addOnId, action.quantity)
    case 'line-entries':
      return withEntries(line, action.entries)
    case 'sessions':
      return payWithSessions(line, action.sessions)
  }
}

function changeContent(order: Order, action: OrderAction): Order {
  switch (action.type) {
    case 'add-service':
      return addService(order, action.service)
    case 'remove-service':
      return { ...order, lines: order.lines.filter((line) => line.serviceId !== action.serviceId) }
    case 'add-add-on':
      return addAddOn(order, action.addOn)
    case 'service-quantity':
    case 'remove-add-on':
    case 'add-on-quantity':
    case 'line-entries':
    case 'sessions':
      return changeLine(order, action.serviceId, (line) => changedLine(line, action))
    case 'discount':
      return { ...order, discount: { ...order.discount, ...action.changes } }
    case 'cards':
      return applyCards(order, action)
    case 'deposits':
      return { ...order, deposits: action.deposits.length > 0 ? action.deposits : undefined }
    case 'method':
      return { ...order, method: action.method }
    case 'begin-visit':
      return addServices({ ...newOrder(action.key), visit: action.visit }, action.services)
    case 'begin-walk-in':
      return addServices({ ...newOrder(action.key), walkIn: action.walkIn }, action.services)
    case 'leave-visit':
      return { ...order, visit: null, walkIn: null, deposits: undefined }
    case 'restore':
      return order.lines.length === 0 ? action.order : order
    case 'reprice':
      return reprice(order, action.prices)
    default:
      return order
  }
}

/** Assigns the pieces of changed lines to Senior and PWD cards again, and removes cards that cover nothing any more. */
function followLines(before: Order, after: Order): Order {
  if (after.lines === before.lines) return after
  const lines = after.lines.map((line) => {
    const earlier = before.lines.find(({ serviceId }) => serviceId === line.serviceId)
    return fitSessions(followLine(earlier, line, after.cards.length))
  })
  return withoutUnusedCards({ ...after, lines })
}

/** The order after an action. Once its payment was sent, only the answer to the payment changes the order. */
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
      return isSettled(order) ? order : followLines(order, changeContent(order, action))
  }
}

/** Updates names and prices; removes items that are no longer offered, a service with its add-ons. */
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
    const isEligible = service.senior_pwd_eligible ?? false
    return [
      {
        ...line,
        name,
        treatmentId,
        price: toCentavos(service.price),
        addOns,
        ...(line.taxClass !== service.tax_class && { taxClass: service.tax_class }),
        ...((line.isEligible ?? false) !== isEligible && { isEligible }),
      },
    ]
  })
  const { is_vat_registered: isVatRegistered } = prices
  const cards = order.cards.map((card) => ({ ...card, isVatRegistered: isVatRegistered ?? card.isVatRegistered }))
  return { ...order, lines, cards }
}

type Priced = { name: string; price: Centavos }

const pricesOf = ({ lines }: Order) =>
  new Map<string, Priced>(
    lines.flatMap((line) => [
      [line.serviceId, line],
      ...line.addOns.map((addOn): [string, Priced] => [addOn.id, addOn]),
    ]),
  )

/**
 * Messages about services that have lost their Senior or PWD card. The cashier must know this, because the order's
 * total rises without the card.
 */
function linesWithoutTheirCard(before: Order, after: Order): string[] {
  const had = new Set(before.lines.filter((line) => line.pieces).map((line) => line.serviceId))
  const lost = after.lines.filter((line) => had.has(line.serviceId) && !line.pieces)
  return lost.map((line) => cardMessages.notEligible(line.name))
}

/** What an update of prices has changed in the order, as sentences; empty if nothing changed. */
export function priceChanges(before: Order, after: Order): string[] {
  const fresh = pricesOf(after)
  const changed = [...pricesOf(before)].flatMap(([id, { name, price }]) => {
    const now = fresh.get(id)
    if (!now) return [s.leftOrder(name)]
    return now.price === price ? [] : [s.priceIsNow(now.name, formatPesoShort(price), formatPesoShort(now.price))]
  })
  return [...changed, ...linesWithoutTheirCard(before, after)]
}
