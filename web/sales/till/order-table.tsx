import { clsx } from 'clsx'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { lineDiscounts, soldAddOns, type SoldAddOn } from './card/covered-text.ts'
import { orderCharge } from './order-charge.ts'
import { Holders, Row, ServiceRow } from './order-row.tsx'
import { dispatchOrder, type TapResult } from './order-store.ts'
import { isSettled, type Order } from './order.ts'

const columns = [
  { name: s.del, className: 'w-touch text-left' },
  { name: s.item, className: 'text-left' },
  { name: s.qty, className: 'text-center max-sm:hidden' },
  { name: s.price, className: 'text-right' },
]

type TableProps = { order: Order; lastTap: TapResult | null; onSenior: (kind?: CardKind) => void }

/** The order's services, and below them its add-ons. */
export function OrderTable({ order, lastTap, onSenior }: TableProps) {
  const disabled = isSettled(order)
  const { parts } = orderCharge(order)
  const addOns = order.lines.flatMap((line, index) => soldAddOns(line, parts[index]!, order.cards))
  return (
    <table className="w-full">
      <caption className="sr-only">{s.currentOrder}</caption>
      <thead className="lg:low:sr-only">
        <tr>
          {columns.map(({ name, className }) => (
            <th key={name} scope="col" className={clsx('pb-1 text-xs font-semibold text-ink-3', className)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line, index) => (
          <ServiceRow
            key={line.serviceId}
            line={line}
            {...lineDiscounts(line, parts[index]!, order.cards)}
            disabled={disabled}
            onSenior={onSenior}
            flash={lastTap?.serviceId === line.serviceId ? lastTap.count : undefined}
          />
        ))}
      </tbody>
      {addOns.length > 0 && <AddOnRows addOns={addOns} disabled={disabled} />}
    </table>
  )
}

function AddOnRows({ addOns, disabled }: { addOns: SoldAddOn[]; disabled: boolean }) {
  return (
    <tbody>
      <tr className="border-t border-line">
        <th scope="rowgroup" colSpan={4} className="pt-3 pb-1 text-left text-sm font-bold">
          {s.addOns}
        </th>
      </tr>
      {addOns.map(({ line: { serviceId, name }, addOn, net, holders }) => (
        <Row
          key={addOn.id}
          {...addOn}
          net={net}
          detail={s.addOnOf(name)}
          below={holders !== '' && <Holders text={holders} />}
          disabled={disabled}
          onQuantity={(quantity) => dispatchOrder({ type: 'add-on-quantity', serviceId, addOnId: addOn.id, quantity })}
          onRemove={() => dispatchOrder({ type: 'remove-add-on', serviceId, addOnId: addOn.id })}
        />
      ))}
    </tbody>
  )
}
