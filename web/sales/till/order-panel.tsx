import { CalendarCheck, Eraser, Footprints, Plus, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { AfterShiftStep } from '#web/cash/shift-place.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { now } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { EmptyOrder, LastChange } from './empty-order.tsx'
import { DiscountPlace } from './discount-place.tsx'
import { clearOrder, dispatchOrder, type TapNotice } from './order-store.ts'
import { OrderTable } from './order-table.tsx'
import { isSettled, isUnanswered, subjectOf, type Order } from './order.ts'
import { useParkedOrders } from './parked-orders.ts'
import { visitText } from '#web/sales/till/payment/payment.ts'
import { ProcessButton } from './process-button.tsx'
import { PaymentTiles } from '#web/sales/till/payment/payment-tiles.tsx'

/** The order beside the services or, on narrow screens, behind a bar at the bottom. */
export function OrderPlace(props: OrderProps) {
  const isWide = useMediaQuery('(width >= 64rem)')
  return (
    <>
      {isWide ? <OrderAside {...props} /> : <OrderBar {...props} />}
      {/* Announces the added item, because behind the bar its highlighted line is not visible. */}
      <p role="status" className="sr-only">
        {props.notice?.text}
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
        <OrderLines {...props} />
      </ScrollBox>
      <div className="space-y-3 border-t border-line bg-bg px-5 pt-3 pb-4 low:space-y-2 low:py-2">
        <DiscountPlace {...props} />
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

/** The order in a sheet over the services. It closes for card, add-ons and after the payment. */
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
        <OrderLines {...props} />
        <div className="-mx-2.5 flex items-center justify-end">
          <ClearButton {...props} />
          <ViewAddOnsButton {...props} />
        </div>
        <DiscountPlace {...props} />
      </div>
    </Sheet>
  )
}

/** The order panel's data and actions. */
type OrderProps = {
  order: Order
  totals: Totals
  notice: TapNotice | null
  /** True while one of the order's dialogs is open. */
  isCovered: boolean
  /** The price changes, until the cashier has seen them. */
  priceNotes: readonly string[]
  onPriceNotesSeen: () => void
  onViewAddOns: () => void
  onProcess: () => void
  onPark: () => void
  /** Opens the form for a Senior Citizen or PWD card. */
  onSenior: () => void
  onTakeUp: (key: string) => void
}

function OrderLines({ order, notice, priceNotes, onPriceNotesSeen, onTakeUp }: OrderProps) {
  return (
    <>
      <PriceNotes notes={priceNotes} onSeen={onPriceNotesSeen} />
      <SubjectOfOrder order={order} />
      {order.lines.length === 0 ? (
        <EmptyOrder isFree={subjectOf(order) === null} onTakeUp={onTakeUp} />
      ) : (
        <OrderTable order={order} notice={notice} />
      )}
    </>
  )
}

/** The visit or walk-in of the order; nothing for an order without one. */
function SubjectOfOrder({ order }: { order: Order }) {
  const { visit, walkIn } = order
  const disabled = isSettled(order)
  if (visit)
    return (
      <OrderFor
        icon={CalendarCheck}
        name={visit.name}
        text={visitText(visit, manilaDate(now()))}
        leave={s.notForVisit}
        disabled={disabled}
      />
    )
  if (!walkIn) return null
  const text = s.walkInText(walkIn.number, walkIn.service_name)
  return (
    <OrderFor
      icon={Footprints}
      name={walkIn.name}
      text={text}
      leave={s.notForWalkIn(walkIn.name)}
      disabled={disabled}
    />
  )
}

type OrderForProps = { icon: LucideIcon; name: string; text: string; leave: string; disabled: boolean }

/** The client of the order, with a button to remove the visit or walk-in. */
function OrderFor({ icon: Icon, name, text, leave, disabled }: OrderForProps) {
  return (
    <div className="mb-2 flex items-center gap-2.5 rounded-ctl bg-primary-soft py-1 pr-1 pl-3.5 text-primary-ink">
      <Icon size={18} className="shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 py-1 text-sm">
        <b className="block wrap-anywhere">{s.orderFor(name)}</b>
        <span className="tnum block">{text}</span>
      </p>
      <IconButton
        label={leave}
        icon={<X size={18} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => dispatchOrder({ type: 'leave-visit' })}
      />
    </div>
  )
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

function OrderSums({ totals }: OrderProps) {
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

/** The price changes since the order was entered. */
function PriceNotes({ notes, onSeen }: { notes: readonly string[]; onSeen: () => void }) {
  if (notes.length === 0) return null
  return (
    <div role="alert" className="mb-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-bold text-warning">{saleMessages.pricesChanged}</p>
      <ul className="mt-1 list-disc pl-4">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Button onClick={onSeen} className="mt-2">
        {s.reviewed}
      </Button>
    </div>
  )
}
