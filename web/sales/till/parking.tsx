import { CirclePause, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import type { PriceList } from '#shared/sales/price-list.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { Person } from '#web/sales/till/payment/payment.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { repriceOrder } from './order-store.ts'
import { isSettled, orderTotals, subjectOf, type Order } from './order.ts'
import {
  discardParkedOrder,
  parkOrder,
  takeUpOrder,
  timeOfParking,
  useParkedOrders,
  type ParkedOrder,
} from './parked-orders.ts'
import { useTillKey } from './use-till-key.ts'

/** The state around an order: its price notes, and the client in the URL. */
type Around = {
  prices: { reprice: (prices: PriceList) => void; forget: () => void }
  buyer: Person | null
  clientId: string | null
  setClient: (id: string | null) => void
}

type Parking = { open: () => void; takeUp: (key: string) => void; element: ReactNode }

/** Parks and restores orders, with current prices. */
export function useParking(order: Order, { prices, buyer, clientId, setClient }: Around): Parking {
  const { reprice, forget } = prices
  const client = order.name ?? subjectOf(order)?.name ?? buyer?.name ?? ''
  const isAnythingParked = useParkedOrders().length > 0
  const park = (name: string) => {
    if (!parkOrder({ name, clientId })) return
    forget()
    setClient(null)
  }
  const takeUp = useCallback(
    (key: string) => {
      const parked = takeUpOrder(key, { name: client, clientId })
      if (!parked) return
      forget()
      setClient(parked.clientId)
      repriceOrder(reprice)
    },
    [client, clientId, forget, reprice, setClient],
  )
  const dialog = useDialog(ParkDialog, { order, client, onPark: park, onTakeUp: takeUp })
  const open = () => dialog.open({})
  useTillKey('p', () => {
    if (order.lines.length > 0 || isAnythingParked) open()
  })
  return { open, takeUp, element: dialog.element }
}

type ParkDialogProps = DialogControl & {
  order: Order
  /** The client's name, if known. */
  client: string
  onPark: (name: string) => void
  onTakeUp: (key: string) => void
}

/** Parks the order under a name, or restores another in exchange. */
function ParkDialog({ open, onClose, order, client, onPark, onTakeUp }: ParkDialogProps) {
  const [name, setName] = useState(client)
  const input = useRef<HTMLInputElement>(null)
  // The state at opening, because the order is already parked while the dialog fades.
  const [canPark] = useState(order.lines.length > 0 && !isSettled(order))
  const list = (
    <ParkedList
      className={canPark ? 'mt-5' : undefined}
      onTakeUp={(key) => {
        onClose()
        onTakeUp(key)
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
export function ParkedList({ onTakeUp, className }: { onTakeUp: (key: string) => void; className?: string }) {
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
            <ParkedRow parked={one} onTakeUp={() => onTakeUp(one.order.key)} />
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

function ParkedRow({ parked, onTakeUp }: { parked: ParkedOrder; onTakeUp: () => void }) {
  const { itemCount, total } = orderTotals(parked.order)
  return (
    <button
      type="button"
      onClick={onTakeUp}
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
