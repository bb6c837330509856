import { useState } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { OrderDiscount } from './order-discount.tsx'
import {
  OrderLines,
  OrderSums,
  PaymentMethods,
  ProcessButton,
  ViewAddOnsButton,
  type OrderProps,
} from './order-parts.tsx'

/** Beside the services on a wide screen; on a narrow one behind a bar at the bottom. */
export function OrderPlace(props: OrderProps) {
  const isWide = useMediaQuery('(width >= 64rem)')
  return (
    <>
      {isWide ? <OrderAside {...props} /> : <OrderBar {...props} />}
      {/* Told wherever the order stands: behind its bar nobody sees the line light up. */}
      <p role="status" className="sr-only">
        {props.notice?.text}
      </p>
    </>
  )
}

/** The lines scroll by themselves; on a screen too low for the rest, the whole panel does. */
function OrderAside(props: OrderProps) {
  return (
    <aside
      aria-label={s.currentOrder}
      className="flex min-h-0 w-[26.5rem] shrink-0 flex-col overflow-y-auto border-l border-line bg-surface"
    >
      <div className="flex items-center gap-2.5 py-2.5 pr-3 pl-5">
        <h2 className="text-lg font-bold whitespace-nowrap">{s.currentOrder}</h2>
        <ItemCount {...props} />
        <ViewAddOnsButton {...props} />
      </div>
      <ScrollBox className="min-h-36 flex-1 px-5">
        <OrderLines {...props} />
      </ScrollBox>
      <div className="space-y-3 border-t border-line bg-bg px-5 pt-3 pb-4">
        <OrderDiscount {...props} />
        <OrderSums {...props} />
        <PaymentMethods {...props} />
        <ProcessButton {...props} />
      </div>
    </aside>
  )
}

function ItemCount({ totals }: OrderProps) {
  return (
    <span className="tnum rounded-full bg-surface-2 px-2.5 py-1 text-compact font-semibold whitespace-nowrap text-ink-2">
      {s.items(totals.itemCount)}
    </span>
  )
}

function OrderBar(props: OrderProps) {
  const [open, setOpen] = useState(false)
  const { totals } = props
  return (
    <aside
      aria-label={s.currentOrder}
      className="shrink-0 border-t border-line bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <button type="button" onClick={() => setOpen(true)} className={`${barButton} tnum justify-between! px-5!`}>
        <span>
          {s.viewOrder} · {totals.itemCount}
        </span>
        <span>{formatPeso(totals.total)}</span>
      </button>
      <OrderSheet {...props} open={open} onClose={() => setOpen(false)} />
    </aside>
  )
}

const barButton = buttonClass({ variant: 'primary', size: 'xl', block: true })

/** The whole order over the services; its own dialogs take its place. */
function OrderSheet({ open, onClose, ...props }: OrderProps & { open: boolean; onClose: () => void }) {
  const andClose = (go: () => void) => () => {
    onClose()
    go()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={s.currentOrder}
      description={s.items(props.totals.itemCount)}
      footer={
        <div className="w-full space-y-3">
          <OrderSums {...props} />
          <ProcessButton {...props} onProcess={andClose(props.onProcess)} />
        </div>
      }
    >
      <div className="space-y-4">
        <OrderLines {...props} />
        <ViewAddOnsButton {...props} onViewAddOns={andClose(props.onViewAddOns)} />
        <OrderDiscount {...props} />
        <PaymentMethods {...props} />
      </div>
    </Sheet>
  )
}
