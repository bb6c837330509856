import { z } from 'zod'
import { formatDayAndMonth, formatInstantTime, manilaDate } from '#shared/lib/manila-time.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { now } from '#web/lib/use-now.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { beginNextOrder, currentOrder, dispatchOrder } from './order-store.ts'
import { isSettled, subjectOf, type Order } from './order.ts'
import { storedOrder } from './stored-order.ts'

/** The maximum number of parked orders. */
const MAX_PARKED = 20

/** A parked order on this device, with its name and the client in the till's URL. */
export type ParkedOrder = { name: string; parkedAt: string; clientId: string | null; order: Order }

const parkedOrder: z.ZodType<ParkedOrder> = z.object({
  name: z.string(),
  parkedAt: z.iso.datetime(),
  clientId: z.uuid().nullable(),
  order: storedOrder,
})

/** An invalid entry does not affect the others. */
function read(text: string | null): readonly ParkedOrder[] {
  try {
    const items: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(items) ? items.flatMap((item) => parkedOrder.safeParse(item).data ?? []) : []
  } catch {
    return []
  }
}

const store = deviceStore('mutya.parked-orders', read)

export const useParkedOrders = store.use

/** The time as `2:31 PM`, with the date if it was another day. */
export function timeOfParking({ parkedAt }: Pick<ParkedOrder, 'parkedAt'>): string {
  const at = new Date(parkedAt)
  const date = manilaDate(at)
  return date === manilaDate(now()) ? formatInstantTime(at) : `${formatDayAndMonth(date)}, ${formatInstantTime(at)}`
}

/**
 * Parks the order under a name or the time, so that the till is free. Returns false and keeps the order when it is
 * empty, its payment was sent, or storage is full.
 */
export function parkOrder({ name, clientId }: Pick<ParkedOrder, 'name' | 'clientId'>): boolean {
  const order = currentOrder()
  if (isSettled(order) || order.lines.length === 0) return false
  const others = store.current()
  if (others.length >= MAX_PARKED) {
    toast.error({ title: s.tooManyParked })
    return false
  }
  const parked = {
    name: name.trim() || s.orderOfTime(formatInstantTime(now())),
    parkedAt: now().toISOString(),
    clientId,
    order,
  }
  if (!store.set([...others, parked])) {
    store.set(others)
    toast.error({ title: s.notParked })
    return false
  }
  beginNextOrder()
  return true
}

/**
 * Restores a parked order; the current one is parked in exchange, as `present` says. Returns the restored one, or null
 * when the current order cannot be parked.
 */
export function takeUpOrder(key: string, present: Pick<ParkedOrder, 'name' | 'clientId'>): ParkedOrder | null {
  const parked = store.current().find(({ order }) => order.key === key)
  if (!parked) return null
  if (isSettled(currentOrder())) {
    toast.info({ title: s.finishFirst })
    return null
  }
  // Removed from the list first, to make room. This function runs synchronously, so nothing can happen in between.
  store.set(store.current().filter((one) => one !== parked))
  if (currentOrder().lines.length > 0 && !parkOrder(present)) {
    store.set([...store.current(), parked])
    return null
  }
  dispatchOrder({ type: 'restore', order: { ...parked.order, name: parked.name } })
  return parked
}

/** Discards a parked order, with Undo. */
export function discardParkedOrder(parked: ParkedOrder): void {
  const before = store.current()
  store.set(before.filter((one) => one !== parked))
  const undo = () => {
    store.set([...store.current(), parked])
  }
  toast.info({ title: s.parkedDiscarded(parked.name), seconds: 8, action: { label: s.undo, onPress: undo } })
}

/** True when the order of a visit or walk-in is parked; each has one order only. */
export const isParked = (id: string): boolean => store.current().some(({ order }) => subjectOf(order)?.id === id)
