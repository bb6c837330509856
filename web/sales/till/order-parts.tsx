import { Plus, ShoppingBag } from 'lucide-react'
import { formatPeso } from '#shared/lib/money.ts'
import { saleSentences } from '#shared/sales/sentences.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.ts'
import { dispatchOrder } from './order-store.ts'
import { OrderTable } from './order-table.tsx'
import { isSettled, type Order } from './order.ts'
import { PaymentTiles } from './payment-tiles.tsx'
import { PriceNotes } from './price-notes.tsx'
import type { TapNotice } from './use-tap.ts'

/** What the order panel shows, and what its buttons lead to. */
export type OrderProps = {
  order: Order
  totals: Totals
  notice: TapNotice | null
  /** What repricing has changed, until the cashier has seen it. */
  priceNotes: readonly string[]
  onPriceNotesSeen: () => void
  onViewAddOns: () => void
  onProcess: () => void
}

export function OrderLines({ order, notice, priceNotes, onPriceNotesSeen }: OrderProps) {
  return (
    <>
      <PriceNotes notes={priceNotes} onSeen={onPriceNotesSeen} />
      {order.lines.length === 0 ? (
        <EmptyState icon={ShoppingBag} title={s.noItems} body={s.noItemsHint} className="px-0! py-8!" />
      ) : (
        <OrderTable order={order} notice={notice} />
      )}
    </>
  )
}

export function ViewAddOnsButton({ onViewAddOns }: OrderProps) {
  return (
    <Button
      variant="quiet"
      onClick={onViewAddOns}
      icon={<Plus size={18} aria-hidden="true" />}
      className="ml-auto px-2.5! whitespace-nowrap text-primary!"
    >
      {s.viewAddOns}
    </Button>
  )
}

export function OrderSums({ totals }: OrderProps) {
  const quiet = 'flex justify-between text-ink-2'
  return (
    <dl className="tnum text-ctl">
      <div className={quiet}>
        <dt>{s.subtotal}</dt>
        <dd>{formatPeso(totals.subtotal)}</dd>
      </div>
      <div className={quiet}>
        <dt>{s.discount}</dt>
        <dd>
          {totals.discount > 0 && '−'}
          {formatPeso(totals.discount)}
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 pt-1">
        <dt className="font-bold">{s.total}</dt>
        <dd className="text-3xl leading-none font-extrabold tracking-tight">{formatPeso(totals.total)}</dd>
      </div>
    </dl>
  )
}

export function PaymentMethods({ order }: OrderProps) {
  return (
    <PaymentTiles
      value={order.method}
      onChange={(method) => dispatchOrder({ type: 'method', method })}
      disabled={isSettled(order)}
    />
  )
}

/** Goes on to the payment; before that a method is chosen. */
export function ProcessButton({ order, onProcess }: OrderProps) {
  const isEmpty = order.lines.length === 0
  const process = () => {
    if (order.method === null) toast.error({ title: saleSentences.methodRequired })
    else onProcess()
  }
  return (
    <Button variant="primary" size="xl" block disabled={isEmpty || isSettled(order)} onClick={process}>
      {isEmpty ? s.selectItemsFirst : s.processPayment}
    </Button>
  )
}
