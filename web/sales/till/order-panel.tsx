import { CirclePause, Eraser, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import { AfterShiftStep } from '#web/cash/shift-place.tsx'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { useAcceptedMethods } from '#web/sales/api.ts'
import { PaymentTiles, tileName } from '#web/sales/till/payment/payment-tiles.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PaidAheadLines } from '#web/deposits/till/paid-ahead-lines.tsx'
import type { OrderTotals } from './order-charge.ts'
import { LastChange, OrderContent } from './order-content.tsx'
import { OrderDiscounts } from './order-discount.tsx'
import { clearOrder, dispatchOrder, type TapResult } from './order-store.ts'
import { isSettled, isUnanswered, orderProblem, type Order } from './order.ts'
import { useParkedOrders } from './parking.tsx'
import { useTillKey } from './till-keys.tsx'

/** The order beside the services or, on narrow screens, behind a bar at the bottom. */
export function OrderPanel(props: OrderProps) {
  const isWide = useMediaQuery('(width >= 64rem)')
  return (
    <>
      {isWide ? <OrderAside {...props} /> : <OrderBar {...props} />}
      {/* Announces the added item, because on a phone the bar with the total covers its highlighted line. */}
      <p role="status" className="sr-only">
        {props.lastTap?.text}
      </p>
    </>
  )
}

/** The lines scroll separately; on a very low screen the whole panel scrolls. */
function OrderAside(props: OrderProps) {
  return (
    <aside
      aria-label={s.currentOrder}
      className="flex min-h-0 w-[26.5rem] shrink-0 flex-col overflow-y-auto border-l border-line bg-surface"
    >
      <div className="flex items-center gap-2.5 py-2.5 pr-2.5 pl-5 low:py-1">
        <h2 className="text-lg font-bold whitespace-nowrap">{s.currentOrder}</h2>
        <ItemCount {...props} />
        <div className="ml-auto flex items-center">
          <ClearButton {...props} />
          <ViewAddOnsButton {...props} />
        </div>
      </div>
      <ScrollBox className="min-h-36 flex-1 px-5">
        <OrderContent {...props} />
      </ScrollBox>
      <div className="space-y-3 border-t border-line bg-bg px-5 pt-3 pb-4 low:space-y-2 low:py-2">
        <OrderDiscounts {...props} />
        <OrderSums {...props} />
        <PaymentMethods {...props} />
        <AfterShiftStep isUnanswered={isUnanswered(props.order)}>
          <ProcessButton {...props} />
        </AfterShiftStep>
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
  const parked = useParkedOrders().length
  const { totals } = props
  return (
    <aside
      aria-label={s.currentOrder}
      data-bottom-bar
      className="shrink-0 border-t border-line bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {props.order.lines.length === 0 && <LastChange />}
      <button type="button" onClick={() => setOpen(true)} className={`${barButton} tnum justify-between! px-5!`}>
        <span>
          {s.viewOrder} · {totals.itemCount}
          {parked > 0 && ` · ${s.parkedCount(parked)}`}
        </span>
        <span>{formatPeso(totals.total)}</span>
      </button>
      <OrderSheet {...props} open={open && !props.isCovered} onClose={() => setOpen(false)} />
    </aside>
  )
}

const barButton = buttonClass({ variant: 'primary', size: 'xl', block: true })

/**
 * The order in a sheet over the services. The sheet closes when a dialog for a Senior or PWD card or for add-ons opens,
 * and after the payment.
 */
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
          <PaymentMethods {...props} />
          <AfterShiftStep isUnanswered={isUnanswered(props.order)}>
            <ProcessButton {...props} onProcess={andClose(props.onProcess)} onPark={andClose(props.onPark)} />
          </AfterShiftStep>
        </div>
      }
    >
      <div className="space-y-4">
        <OrderContent {...props} />
        <div className="-mx-2.5 flex items-center justify-end">
          <ClearButton {...props} />
          <ViewAddOnsButton {...props} />
        </div>
        <OrderDiscounts {...props} />
      </div>
    </Sheet>
  )
}

/** The props of the order panel: its data and actions. */
type OrderProps = {
  order: Order
  totals: OrderTotals
  lastTap: TapResult | null
  /** True while one of the order's dialogs is open. */
  isCovered: boolean
  /** The price changes that the cashier has not yet marked as seen. */
  priceNotes: readonly string[]
  onPriceNotesSeen: () => void
  onViewAddOns: () => void
  onProcess: () => void
  onPark: () => void
  /** Opens the form for a Senior Citizen or PWD card. */
  onSenior: (kind?: CardKind) => void
  onResume: (key: string) => void
}

function ClearButton({ order }: OrderProps) {
  if (order.lines.length === 0 || isSettled(order)) return null
  return <IconButton label={s.clearOrder} icon={<Eraser size={18} aria-hidden="true" />} onClick={clearOrder} />
}

function ViewAddOnsButton({ onViewAddOns }: OrderProps) {
  return (
    <Button
      variant="quiet"
      onClick={onViewAddOns}
      icon={<Plus size={18} aria-hidden="true" />}
      className="px-2.5! whitespace-nowrap text-primary!"
    >
      {s.viewAddOns}
    </Button>
  )
}

/** The sums of the order, with what deposits and store credit pay of the total. */
function OrderSums({ totals }: OrderProps) {
  return (
    <div>
      <Totals totals={totals} />
      {totals.deposited + totals.credited > 0 && (
        <dl className="tnum mt-1 text-ctl lg:low:text-sm">
          <PaidAheadLines {...totals} hasLeft />
        </dl>
      )}
    </div>
  )
}

function Totals({ totals }: Pick<OrderProps, 'totals'>) {
  const quiet = 'flex justify-between gap-x-2 text-ink-2 lg:low:text-sm'
  return (
    // On a low screen the total moves beside subtotal and discount, so that more lines are visible.
    <dl className="tnum text-ctl lg:low:grid lg:low:grid-cols-[auto_1fr] lg:low:gap-x-4">
      <div className={quiet}>
        <dt>{s.subtotal}</dt>
        <dd>{formatPeso(totals.subtotal)}</dd>
      </div>
      <div className={quiet}>
        <dt>{s.discount}</dt>
        <dd>{formatPeso(0 - totals.discount)}</dd>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 pt-1 lg:low:col-start-2 lg:low:row-span-2 lg:low:row-start-1 lg:low:justify-end lg:low:self-end">
        <dt className="font-bold">{s.total}</dt>
        <dd className="text-3xl leading-none font-extrabold tracking-tight">{formatPeso(totals.total)}</dd>
      </div>
    </dl>
  )
}

function PaymentMethods({ order }: OrderProps) {
  return (
    <PaymentTiles
      value={order.method}
      onChange={(method) => dispatchOrder({ type: 'method', method })}
      disabled={isSettled(order)}
    />
  )
}

/** One key per payment method, in the order of the tiles. */
const METHOD_KEYS = '12345'

type ProcessProps = { order: Order; onProcess: () => void; onPark: () => void }

/** The button that opens the payment; a note below it says what is still missing in the order. */
function ProcessButton({ order, onProcess, onPark }: ProcessProps) {
  const noteId = useId()
  const isEmpty = order.lines.length === 0
  const methods = useAcceptedMethods()
  const problem = isEmpty || isSettled(order) ? null : orderProblem(order, methods)
  const button = useRef<HTMLButtonElement>(null)
  const askColleague = useColleagueQuestion()
  useTillKey(METHOD_KEYS, (key) => {
    const method = methods[METHOD_KEYS.indexOf(key)]
    if (isEmpty || isSettled(order) || !method) return
    dispatchOrder({ type: 'method', method })
    button.current?.focus()
  })
  const process = () => {
    if (problem !== null) toast.error({ title: problem })
    else askColleague(onProcess)
  }
  return (
    <div>
      <div className="flex gap-2">
        {!isEmpty && <ParkButton onPark={onPark} disabled={isSettled(order)} />}
        <Button
          ref={button}
          variant="primary"
          size="xl"
          block
          disabled={isEmpty || isSettled(order)}
          aria-describedby={problem === null ? undefined : noteId}
          onClick={process}
        >
          {isEmpty ? s.selectItemsFirst : s.processPayment}
        </Button>
      </div>
      {problem !== null && (
        <p id={noteId} className="mt-1.5 text-center text-sm text-ink-2">
          {problem === saleMessages.methodRequired ? s.chooseMethod(...methods.map(tileName)) : problem}
        </p>
      )}
    </div>
  )
}

/** Parks the order; the button shows the number of parked ones. */
function ParkButton({ onPark, disabled }: { onPark: () => void; disabled: boolean }) {
  const count = useParkedOrders().length
  return (
    <Button
      size="xl"
      onClick={onPark}
      disabled={disabled}
      icon={<CirclePause size={20} aria-hidden="true" />}
      className="tnum shrink-0 px-4!"
    >
      {s.park}
      {count > 0 && <Badge>{count}</Badge>}
    </Button>
  )
}
