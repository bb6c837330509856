import { CirclePause, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { z } from 'zod'
import { formatDayAndMonth, formatInstantTime, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso } from '#shared/lib/money.ts'
import type { PriceList } from '#shared/sales/line.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { now } from '#web/lib/use-now.ts'
import type { Person } from '#web/sales/till/payment/payment.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { beginNextOrder, currentOrder, dispatchOrder, dropWithUndo, repriceOrder } from './order-store.ts'
import { orderTotals } from './order-charge.ts'
import { isSettled, subjectOf, type Order } from './order.ts'
import { storedOrder } from './stored-order.ts'
import { useTillKey } from './till-keys.tsx'

/** The maximum number of parked orders. */
const MAX_PARKED = 20

/** A parked order on this device, with its name and the client in the till's URL. */
type ParkedOrder = { name: string; parkedAt: string; clientId: string | null; order: Order }

const parkedOrder: z.ZodType<ParkedOrder> = z.object({
  name: z.string(),
  parkedAt: z.iso.datetime(),
  clientId: z.uuid().nullable(),
  order: storedOrder,
})

/** Parses the stored orders. Invalid orders are skipped, and do not affect the others. */
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

/** The time at which an order was parked, as `2:31 PM`, with the date if it was another day. */
function timeOfParking({ parkedAt }: Pick<ParkedOrder, 'parkedAt'>): string {
  const at = new Date(parkedAt)
  const date = manilaDate(at)
  return date === manilaDate(now()) ? formatInstantTime(at) : `${formatDayAndMonth(date)}, ${formatInstantTime(at)}`
}

/**
 * Parks the order under a name or the time, so that the till is free. Returns false and keeps the order when it is
 * empty, its payment was sent, or storage is full.
 */
function parkOrder({ name, clientId }: Pick<ParkedOrder, 'name' | 'clientId'>): boolean {
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
 * Restores a parked order; the current order is parked in exchange, under the name and client in `present`. Returns the
 * restored one, or null when the current order cannot be parked.
 */
function resumeParkedOrder(key: string, present: Pick<ParkedOrder, 'name' | 'clientId'>): ParkedOrder | null {
  const parked = store.current().find(({ order }) => order.key === key)
  if (!parked) return null
  if (isSettled(currentOrder())) {
    toast.info({ title: s.finishFirst })
    return null
  }
  // The resumed order is removed from the list first, to make room for the current one. This function runs
  // synchronously, so nothing can happen in between.
  store.set(store.current().filter((one) => one !== parked))
  if (currentOrder().lines.length > 0 && !parkOrder(present)) {
    store.set([...store.current(), parked])
    return null
  }
  dispatchOrder({ type: 'restore', order: { ...parked.order, name: parked.name } })
  return parked
}

/** Discards a parked order, with Undo. */
function discardParkedOrder(parked: ParkedOrder): void {
  const before = store.current()
  store.set(before.filter((one) => one !== parked))
  dropWithUndo(parked.order, s.parkedDiscarded(parked.name), () => {
    store.set([...store.current(), parked])
    return true
  })
}

/** True when the order of a visit or walk-in is parked; each has one order only. */
export const isParked = (id: string): boolean => store.current().some(({ order }) => subjectOf(order)?.id === id)

/** What parking changes beside the order: its price notes, and the client in the URL. */
type ParkingContext = {
  prices: { reprice: (prices: PriceList) => void; clear: () => void }
  buyer: Person | null
  clientId: string | null
  setClient: (id: string | null) => void
}

type Parking = { open: () => void; resume: (key: string) => void; element: ReactNode }

/** Parks and restores orders, with current prices. */
export function useParking(order: Order, { prices, buyer, clientId, setClient }: ParkingContext): Parking {
  const { reprice, clear } = prices
  const client = order.name ?? subjectOf(order)?.name ?? buyer?.name ?? ''
  const isAnythingParked = useParkedOrders().length > 0
  const park = (name: string) => {
    if (!parkOrder({ name, clientId })) return
    clear()
    setClient(null)
  }
  const resume = useCallback(
    (key: string) => {
      const parked = resumeParkedOrder(key, { name: client, clientId })
      if (!parked) return
      clear()
      setClient(parked.clientId)
      repriceOrder(reprice)
    },
    [client, clientId, clear, reprice, setClient],
  )
  const dialog = useDialog(ParkDialog, { order, client, onPark: park, onResume: resume })
  const open = () => dialog.open({})
  useTillKey('p', () => {
    if (order.lines.length > 0 || isAnythingParked) open()
  })
  return { open, resume, element: dialog.element }
}

type ParkDialogProps = DialogControl & {
  order: Order
  /** The name proposed for the parked order: its earlier name, or else the client's; empty if both are unknown. */
  client: string
  onPark: (name: string) => void
  onResume: (key: string) => void
}

/** The dialog that parks the order under a name, or restores another order in exchange. */
function ParkDialog({ open, onClose, order, client, onPark, onResume }: ParkDialogProps) {
  const [name, setName] = useState(client)
  const input = useRef<HTMLInputElement>(null)
  // Whether the order can be parked is decided when the dialog opens, because the order is already parked while the
  // dialog fades.
  const [canPark] = useState(order.lines.length > 0 && !isSettled(order))
  const list = (
    <ParkedList
      className={canPark ? 'mt-5' : undefined}
      onResume={(key) => {
        onClose()
        onResume(key)
      }}
    />
  )
  if (!canPark)
    return (
      <Dialog open={open} onClose={onClose} title={s.parkedOrders} size="sm">
        {list}
      </Dialog>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onPark(name)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.parkTitle}
      description={s.parkHint}
      size="sm"
      initialFocus={input}
      leave={s.keepOnTill}
      send={s.park}
      onSubmit={submit}
    >
      <Field label={s.parkName} hint={s.parkNameHint}>
        <TextInput
          ref={input}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          autoComplete="off"
        />
      </Field>
      {list}
    </FormDialog>
  )
}

/** The parked orders of this device; a tap restores one. */
export function ParkedList({ onResume, className }: { onResume: (key: string) => void; className?: string }) {
  const parked = useParkedOrders()
  if (parked.length === 0) return null
  return (
    <section aria-labelledby="parked-orders" className={className}>
      <h3 id="parked-orders" className="flex items-center gap-2 text-sm font-bold">
        {s.parkedOrders} <Badge>{parked.length}</Badge>
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {parked.map((one) => (
          <li key={one.order.key} className="flex items-center">
            <ParkedRow parked={one} onResume={() => onResume(one.order.key)} />
            <IconButton
              label={s.discardParked(one.name)}
              icon={<Trash2 size={18} aria-hidden="true" />}
              variant="danger-quiet"
              className="text-ink-3! hover:text-danger!"
              onClick={() => discardParkedOrder(one)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ParkedRow({ parked, onResume }: { parked: ParkedOrder; onResume: () => void }) {
  const { itemCount, total } = orderTotals(parked.order)
  return (
    <button
      type="button"
      onClick={onResume}
      aria-label={s.takeUp(parked.name, s.items(itemCount), formatPeso(total))}
      className="-ml-2 flex min-h-14 min-w-0 flex-1 touch-manipulation items-center gap-3 rounded-ctl px-2 py-2 text-left hover:bg-surface-2"
    >
      <CirclePause size={18} className="shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{parked.name}</span>
        <span className="tnum block text-sm text-ink-2">
          {s.parkedDetail(timeOfParking(parked), s.items(itemCount))}
        </span>
      </span>
      <span className="tnum font-bold">{formatPeso(total)}</span>
    </button>
  )
}
