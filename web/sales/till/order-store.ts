import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import type { Sale } from '#shared/sales/contract.ts'
import type { PriceList } from '#shared/sales/line.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { canWithdraw, reportTillActions, sendUndoable, withdrawTillActions } from '#web/cash/till-actions.ts'
import { readAllPrices, readCurrentPrices } from '#web/sales/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { orderReducer, priceChanges, type OrderAction } from './change-order.ts'
import { deletedItems, droppedOrder } from './deleted-items.ts'
import { isSettled, MAX_LINES, newOrder, type Order, type OrderedService } from './order.ts'
import type { TillItem } from './services/shelves.ts'
import { parseOrder } from './stored-order.ts'

const KEY = 'mutya.order'
const listeners = new Set<() => void>()

function readStoredOrder(): Order | null {
  try {
    return parseOrder(localStorage.getItem(KEY))
  } catch {
    // Storage is disabled in this browser, so the order lasts as long as the page.
    return null
  }
}

function storeOrder(order: Order): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Storage is disabled or full, so the order is kept only in memory.
  }
}

let current = readStoredOrder() ?? newOrder(newUuid())

const notifyListeners = () => listeners.forEach((listener) => listener())

/** Replaces the current order only if something has changed, so that callers can compare orders by identity. */
function replaceCurrent(next: Order): void {
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next
}

/** Takes over the order when another tab has changed it, because all tabs of this till share one order. */
function onStorage(event: StorageEvent): void {
  if (event.key !== KEY) return
  replaceCurrent(readStoredOrder() ?? newOrder(newUuid()))
  notifyListeners()
}

// Listens on other pages too, so that returning to the till never shows a paid order.
window.addEventListener('storage', onStorage)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentOrder = (): Order => current

/** The types of actions with which a cashier deletes something from the order or replaces the order by another one. */
const deleting = ['remove-service', 'service-quantity', 'remove-add-on', 'add-on-quantity']
const replacing = ['begin-visit', 'begin-walk-in']

/** Reports what an action has deleted from an unpaid order, so that the owner can see it. */
function reportDeletions(before: Order, { type }: OrderAction): void {
  if (deleting.includes(type))
    reportTillActions(deletedItems(before, current).map((item) => ({ kind: 'line_deleted', ...item })))
  if (replacing.includes(type) && before !== current) reportDroppedOrder(before)
}

/**
 * Reports an order that was abandoned without a payment. With `removeUndo` the report can be withdrawn until it is
 * sent.
 */
function reportDroppedOrder(order: Order, removeUndo?: () => void): readonly string[] {
  if (order.lines.length === 0) return []
  return reportTillActions([{ kind: 'order_dropped', ...droppedOrder(order) }], removeUndo)
}

/** The seconds during which Undo is offered. */
const UNDO_SECONDS = 8

/**
 * Reports an abandoned order and offers Undo in a toast until the report is sent. The report is sent when the toast
 * closes, or before the shift is closed. `restore` puts the order back and returns whether it could; if it could not,
 * the order stays reported as abandoned.
 */
export function dropWithUndo(order: Order, title: string, restore: () => boolean): void {
  const key = newUuid()
  const reported = reportDroppedOrder(order, () => toast.hide(key))
  const undo = () => {
    if (canWithdraw(reported) && restore()) withdrawTillActions(reported)
  }
  toast.info({
    key,
    title,
    seconds: UNDO_SECONDS,
    action: { label: s.undo, onPress: undo },
    onClose: () => sendUndoable(reported),
  })
}

/** Changes the order and stores it on the device first. Returns the current order. */
export function dispatchOrder(action: OrderAction): Order {
  const before = current
  replaceCurrent(orderReducer(current, action))
  reportDeletions(before, action)
  if (current.lines.length > 0 && current.saleId === null) lastSale = null
  storeOrder(current)
  notifyListeners()
  return current
}

/** Clears the till for the next customer. */
export const beginNextOrder = (): Order => dispatchOrder({ type: 'next', key: newUuid() })

/** The previous sale, whose change is shown until the next order begins. */
type LastSale = { id: string; receipt: string; customer: string; change: Centavos }
let lastSale: LastSale | null = null

/** Records that the order has become this sale, whose receipt is pending. */
export function recordSale(sale: Sale): void {
  lastSale = {
    id: sale.id,
    receipt: sale.document_name,
    customer: sale.customer_name,
    change: toCentavos(sale.exchange_money),
  }
  dispatchOrder({ type: 'recorded', saleId: sale.id })
}

export const useLastSale = (): LastSale | null => useSyncExternalStore(subscribe, () => lastSale)

/** Clears the order, and offers Undo in a toast. */
export function clearOrder(): void {
  const order = currentOrder()
  if (isSettled(order)) return
  beginNextOrder()
  dropWithUndo(order, s.cleared, () => dispatchOrder({ type: 'restore', order }).key === order.key)
}

export const useOrder = (): Order => useSyncExternalStore(subscribe, currentOrder)

/** The result of the last tap on a service or scan of a product, for the highlighted line and its announcement. */
export type TapResult = { serviceId: string; text: string; count: number }

export const orderedServiceOf = (service: TillItem): OrderedService => ({
  ...(service.kind && { kind: service.kind }),
  serviceId: service.service_id,
  name: service.service_name,
  treatmentId: service.treatment_id,
  treatmentName: service.treatment_name,
  price: toCentavos(service.service_price),
  ...(service.tax_class !== 'vatable' && { taxClass: service.tax_class }),
  ...(service.senior_pwd_eligible && { isEligible: true }),
})

/**
 * Handles a tap on a service's card or the scan of a product: adds it. If the order already contains it, a product gets
 * one piece more, and the line of a service is highlighted.
 */
export function useServiceTap() {
  const [lastTap, setLastTap] = useState<TapResult | null>(null)
  const tap = useCallback((service: TillItem) => {
    const order = currentOrder()
    if (isSettled(order)) return toast.info({ title: s.notSentTitle, description: s.notSentText })
    const { service_id: serviceId, service_name: name } = service
    const line = order.lines.find((one) => one.serviceId === serviceId)
    if (!line && order.lines.length >= MAX_LINES) return toast.error({ title: s.orderIsFull })
    const isOneMore = line?.kind === 'product'
    if (isOneMore) dispatchOrder({ type: 'service-quantity', serviceId, quantity: line.quantity + 1 })
    else dispatchOrder({ type: 'add-service', service: orderedServiceOf(service) })
    const text = isOneMore ? s.pieces(line.quantity + 1, name) : line ? s.alreadyIn(name) : s.added(name)
    setLastTap((before) => ({ serviceId, text, count: (before?.count ?? 0) + 1 }))
  }, [])
  return { lastTap, tap }
}

/** Updates the order's prices and keeps the changes until the cashier has seen them. */
export function usePriceNotes() {
  const [notes, setNotes] = useState<readonly string[]>([])
  const reprice = useCallback((prices: PriceList) => {
    const order = currentOrder()
    const changes = priceChanges(order, dispatchOrder({ type: 'reprice', prices }))
    setNotes((before) => [...before, ...changes])
    return changes.length > 0
  }, [])
  const clear = useCallback(() => setNotes([]), [])
  return { notes, reprice, clear }
}

/** Gives the items of an order that was stored on the device their current prices. */
export function repriceOrder(reprice: (prices: PriceList) => void): void {
  const order = currentOrder()
  if (order.lines.length === 0 || isSettled(order)) return
  // If the prices cannot be loaded, the order keeps its prices: the server compares every price at the payment.
  const idsNow = () => currentOrder().lines.map((line) => line.serviceId)
  const read = (ids: string[]) =>
    readCurrentPrices(
      ids,
      currentOrder().lines.some(({ kind }) => kind === 'product'),
    )
  readAllPrices(idsNow, read).then(reprice, () => undefined)
}

/** Updates the prices of an order that was stored on the device. */
export const useRestoredOrder = (reprice: (prices: PriceList) => void): void =>
  useEffect(() => repriceOrder(reprice), [reprice])

/**
 * The receipt of a recorded order. Once it is printed or saved, the till is ready for the next customer; a printed
 * receipt closes, a saved one stays open.
 */
export function useReceiptOfOrder(order: Order) {
  const [shownSaleId, setShownSaleId] = useState<string | null>(null)
  return {
    saleId: order.saleId ?? shownSaleId,
    /**
     * Called when a copy was made. A printed receipt closes; a saved one stays open, because it may still be printed.
     */
    cameOut: (how: 'print' | 'pdf') => {
      setShownSaleId(how === 'print' ? null : (order.saleId ?? shownSaleId))
      if (order.saleId !== null) beginNextOrder()
    },
    close: () => {
      setShownSaleId(null)
      if (order.saleId !== null) beginNextOrder()
    },
  }
}
