import { CirclePause, Trash2 } from 'lucide-react'
import { formatPeso } from '#shared/lib/money.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { orderTotals } from './order.ts'
import { discardParkedOrder, timeOfParking, useParkedOrders, type ParkedOrder } from './parked-orders.ts'

/** The orders that were put aside on this device: a tap takes one up. */
export function ParkedList({ onTakeUp }: { onTakeUp: (key: string) => void }) {
  const parked = useParkedOrders()
  if (parked.length === 0) return null
  return (
    <section aria-labelledby="parked-orders" className="mt-5">
      <h3 id="parked-orders" className="text-sm font-bold">
        {s.parkedOrders}
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
