import { useSyncExternalStore } from 'react'
import { newUuid } from '#web/lib/new-uuid.ts'
import { newOrder, orderReducer, type Order, type OrderAction } from './order.ts'
import { parseOrder } from './stored-order.ts'

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

let order = stored() ?? newOrder(newUuid())

const tell = () => listeners.forEach((listener) => listener())

/** Another tab of this till has changed the order: it is one and the same order. */
function onStorage(event: StorageEvent): void {
  if (event.key !== KEY) return
  order = stored() ?? newOrder(newUuid())
  tell()
}

// Also while another page of the app shows: whoever comes back to the till must not ring up an order that is long paid.
window.addEventListener('storage', onStorage)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentOrder = (): Order => order

/** Changes the order and keeps it on the device before anything else happens. Returns the order as it is now. */
export function dispatchOrder(action: OrderAction): Order {
  order = orderReducer(order, action)
  keep(order)
  tell()
  return order
}

/** Clears the till for the next customer. */
export const beginNextOrder = (): Order => dispatchOrder({ type: 'next', key: newUuid() })

export const useOrder = (): Order => useSyncExternalStore(subscribe, currentOrder)
