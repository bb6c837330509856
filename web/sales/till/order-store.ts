import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Service } from '#shared/catalogue/records.ts'
import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import type { Sale } from '#shared/sales/contract.ts'
import type { PriceList } from '#shared/sales/price-list.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { newUuid } from '#web/lib/new-uuid.ts'
import { freshPrices, pricesOfAll } from '#web/sales/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { orderReducer, type OrderAction } from './change-order.ts'
import { hasService, isSettled, MAX_LINES, newOrder, type Order, type OrderedService } from './order.ts'
import { parseOrder } from './stored-order.ts'
import { priceChanges } from './reprice-order.ts'

const KEY = 'mutya.order'
const listeners = new Set<() => void>()

function stored(): Order | null {
  try {
    return parseOrder(localStorage.getItem(KEY))
  } catch {
    // Storage is switched off in this browser: the order lives as long as the page.
    return null
  }
}

function keep(order: Order): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // As above, or the device is full: what is on the screen still counts.
  }
}

let present = stored() ?? newOrder(newUuid())

const tell = () => listeners.forEach((listener) => listener())

/** The order is another object only when it is another order: who asked about it may go on when nothing has changed. */
function become(next: Order): void {
  if (JSON.stringify(next) !== JSON.stringify(present)) present = next
}

/** Another tab of this till has changed the order: it is one and the same order. */
function onStorage(event: StorageEvent): void {
  if (event.key !== KEY) return
  become(stored() ?? newOrder(newUuid()))
  tell()
}

// Also while another page of the app shows: whoever comes back to the till must not ring up an order that is long paid.
window.addEventListener('storage', onStorage)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentOrder = (): Order => present

/** Changes the order and keeps it on the device before anything else happens. Returns the order as it is now. */
export function dispatchOrder(action: OrderAction): Order {
  become(orderReducer(present, action))
  if (present.lines.length > 0 && present.saleId === null) lastSale = null
  keep(present)
  tell()
  return present
}

/** Clears the till for the next customer. */
export const beginNextOrder = (): Order => dispatchOrder({ type: 'next', key: newUuid() })

/** The sale before this order: its change stays in sight until the next order begins. */
type LastSale = { id: string; receipt: string; customer: string; change: Centavos }
let lastSale: LastSale | null = null

/** The order has become this sale; it waits for its receipt. */
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

/** Clears an order that is not wanted any more, and offers to take that back. */
export function clearOrder(): void {
  const order = currentOrder()
  if (isSettled(order)) return
  beginNextOrder()
  const undo = () => {
    dispatchOrder({ type: 'restore', order })
  }
  toast.info({ title: s.cleared, seconds: 8, action: { label: s.undo, onPress: undo } })
}

export const useOrder = (): Order => useSyncExternalStore(subscribe, currentOrder)

/** What the last tap did, for the row that lights up and for who cannot see it. */
export type TapNotice = { serviceId: string; text: string; count: number }

export const orderedServiceOf = (service: Service): OrderedService => ({
  serviceId: service.service_id,
  name: service.service_name,
  treatmentId: service.treatment_id,
  treatmentName: service.treatment_name,
  price: toCentavos(service.service_price),
  ...(service.tax_class !== 'vatable' && { taxClass: service.tax_class }),
  ...(service.senior_pwd_eligible && { isEligible: true }),
})

/** A tap on a card: the service joins the order; one that is in it already lights up and is not added again. */
export function useTap() {
  const [notice, setNotice] = useState<TapNotice | null>(null)
  const tap = useCallback((service: Service) => {
    const order = currentOrder()
    if (isSettled(order)) return toast.info({ title: s.notSentTitle, description: s.notSentText })
    const isIn = hasService(order, service.service_id)
    if (!isIn && order.lines.length >= MAX_LINES) return toast.error({ title: s.orderIsFull })
    dispatchOrder({ type: 'add-service', service: orderedServiceOf(service) })
    const text = isIn ? s.alreadyIn(service.service_name) : s.added(service.service_name)
    setNotice((before) => ({ serviceId: service.service_id, text, count: (before?.count ?? 0) + 1 }))
  }, [])
  return { notice, tap }
}

/** Prices the order anew and keeps what that has changed, until the cashier has seen it. */
export function usePriceNotes() {
  const [notes, setNotes] = useState<readonly string[]>([])
  const reprice = useCallback((prices: PriceList) => {
    const before = currentOrder()
    const changes = priceChanges(before, dispatchOrder({ type: 'reprice', prices }))
    setNotes((already) => [...already, ...changes])
    return changes.length > 0
  }, [])
  const forget = useCallback(() => setNotes([]), [])
  return { notes, reprice, forget }
}

/** Prices an order of some time ago by the catalogue of today. */
export function repriceOrder(reprice: (prices: PriceList) => void): void {
  const order = currentOrder()
  if (order.lines.length === 0 || isSettled(order)) return
  // Without an answer the order stays as it was: the server compares every price when it is paid.
  const idsNow = () => currentOrder().lines.map((line) => line.serviceId)
  pricesOfAll(idsNow, freshPrices).then(reprice, () => undefined)
}

/** An order that an earlier visit left on the device is priced by the catalogue of today. */
export const useRestoredOrder = (reprice: (prices: PriceList) => void): void =>
  useEffect(() => repriceOrder(reprice), [reprice])

/**
 * The receipt that a recorded order has to show. Once it came out the till is clear for the next customer; a printed
 * receipt closes itself, a saved one stays open until it is closed.
 */
export function useReceiptOfOrder(order: Order) {
  const [outOf, setOutOf] = useState<string | null>(null)
  return {
    saleId: order.saleId ?? outOf,
    /** A saved file may still be printed; with the paper in hand there is nothing left to do. */
    cameOut: (how: 'print' | 'pdf') => {
      setOutOf(how === 'print' ? null : (order.saleId ?? outOf))
      if (order.saleId !== null) beginNextOrder()
    },
    close: () => {
      setOutOf(null)
      if (order.saleId !== null) beginNextOrder()
    },
  }
}
