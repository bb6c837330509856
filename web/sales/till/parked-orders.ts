import { z } from 'zod'
import { formatDayAndMonth, formatInstantTime, manilaDate } from '#shared/lib/manila-time.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { now } from '#web/lib/use-now.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { beginNextOrder, currentOrder, dispatchOrder } from './order-store.ts'
import { isSettled, type Order } from './order.ts'
import { storedOrder } from './stored-order.ts'

/** More than this is no parking any more. */
const MAX_PARKED = 20

/** An order that waits on this device: under a name, and with the client of the till's address whom it is rung up for. */
export type ParkedOrder = { name: string; parkedAt: string; clientId: string | null; order: Order }

const parkedOrder: z.ZodType<ParkedOrder> = z.object({
  name: z.string(),
  parkedAt: z.iso.datetime(),
  clientId: z.uuid().nullable(),
  order: storedOrder,
})

/** What cannot be read does not take the others with it. */
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

/** `2:31 PM`, and the day before it when that is over. */
export function timeOfParking({ parkedAt }: Pick<ParkedOrder, 'parkedAt'>): string {
  const at = new Date(parkedAt)
  const date = manilaDate(at)
  return date === manilaDate(now()) ? formatInstantTime(at) : `${formatDayAndMonth(date)}, ${formatInstantTime(at)}`
}

/**
 * Puts the order aside under a name, or else the time, and the till is free for the next one. False, and the order stays where it is, when there is
 * nothing to park, its payment was sent, or the device cannot keep it.
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
 * Takes a parked order up again; an order under way is parked in its place, as `present` says. Returns the parked one, or
 * null when the order under way cannot be put aside.
 */
export function takeUpOrder(key: string, present: Pick<ParkedOrder, 'name' | 'clientId'>): ParkedOrder | null {
  const parked = store.current().find(({ order }) => order.key === key)
  if (!parked) return null
  if (isSettled(currentOrder())) {
    toast.info({ title: s.finishFirst })
    return null
  }
  // Out of the list first: it makes room. Until the end of this function nothing else of the page runs.
  store.set(store.current().filter((one) => one !== parked))
  if (currentOrder().lines.length > 0 && !parkOrder(present)) {
    store.set([...store.current(), parked])
    return null
  }
  dispatchOrder({ type: 'restore', order: { ...parked.order, name: parked.name } })
  return parked
}

/** Throws a parked order away, and offers to take that back. */
export function discardParkedOrder(parked: ParkedOrder): void {
  const before = store.current()
  store.set(before.filter((one) => one !== parked))
  const undo = () => {
    store.set([...store.current(), parked])
  }
  toast.info({ title: s.parkedDiscarded(parked.name), seconds: 8, action: { label: s.undo, onPress: undo } })
}

/** A visit has one order: the parked one. */
export const isParked = (visitId: string): boolean => store.current().some(({ order }) => order.visit?.id === visitId)
