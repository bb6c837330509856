import { CalendarCheck, Footprints, ReceiptText, ShoppingBag, X, type LucideIcon } from 'lucide-react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { hasCome } from '#shared/appointments/status.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, formatPesoShort } from '#shared/lib/money.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { receiptMessages } from '#shared/sales/paper/messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { now } from '#web/lib/use-now.ts'
import { NextVisitButton } from '#web/sales/receipt/next-visit-button.tsx'
import { visitText } from '#web/sales/till/payment/payment.ts'
import { usePriceOf } from '#web/sales/till/payment/suggestions.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { dispatchOrder, useLastSale, type TapResult } from './order-store.ts'
import { OrderTable } from './order-table.tsx'
import {
  bookedNames,
  isSettled,
  subjectOf,
  visitOf,
  type Order,
  type OrderedVisit,
  type OrderedWalkIn,
} from './order.ts'
import { ParkedList } from './parking.tsx'
import { useBeginVisitOrder } from './use-visit-order.ts'

type ContentProps = {
  order: Order
  /** What the last tap on a service's card has done: added the service, or highlighted its line in the order. */
  lastTap: TapResult | null
  /** The price changes that the cashier has not yet marked as seen. */
  priceNotes: readonly string[]
  onPriceNotesSeen: () => void
  onResume: (key: string) => void
  /** Opens the form for a Senior Citizen or PWD card. */
  onSenior: (kind?: CardKind) => void
}

/**
 * The content of the order panel: price changes, client, and the ordered services or, without any, parked orders and
 * visits to be paid.
 */
export function OrderContent({ order, lastTap, priceNotes, onPriceNotesSeen, onResume, onSenior }: ContentProps) {
  return (
    <>
      <PriceNotes notes={priceNotes} onSeen={onPriceNotesSeen} />
      <SubjectOfOrder order={order} />
      {order.lines.length === 0 ? (
        <EmptyOrder isFree={subjectOf(order) === null} onResume={onResume} />
      ) : (
        <OrderTable order={order} lastTap={lastTap} onSenior={onSenior} />
      )}
    </>
  )
}

/** The visit or walk-in of the order; nothing for an order without one. */
function SubjectOfOrder({ order }: { order: Order }) {
  const subject = subjectOf(order)
  if (!subject) return null
  return (
    <>
      <OrderFor name={subject.name} {...linkOf(subject)} disabled={isSettled(order)} />
      <AlertLine clientId={subject.client_id} isShort className="mb-2" />
    </>
  )
}

/** The icon and texts of an order for a visit or walk-in. */
const linkOf = (subject: OrderedVisit | OrderedWalkIn): Pick<OrderForProps, 'icon' | 'text' | 'leave'> =>
  'number' in subject
    ? {
        icon: Footprints,
        text: s.walkInText(subject.number, subject.service_name),
        leave: s.notForWalkIn(subject.name),
      }
    : { icon: CalendarCheck, text: visitText(subject, manilaDate(now())), leave: s.notForVisit }

type OrderForProps = { icon: LucideIcon; name: string; text: string; leave: string; disabled: boolean }

/** The client for whose visit or walk-in the order is, with a button that ends this link. */
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

/** Lists how prices have changed since the order was entered. */
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

/** The previous customer's change in large type, until the next order begins. */
export function LastChange() {
  const last = useLastSale()
  if (!last) return null
  return (
    <div className="tnum mb-2 rounded-card bg-success-soft px-4 py-3 text-success">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {receiptMessages.change}
        <b className="text-3xl font-extrabold tracking-tight">{formatPeso(last.change)}</b>
      </p>
      <p className="text-sm">{s.lastSale(last.receipt, last.customer)}</p>
      <NextVisitButton saleId={last.id} className="mt-2" />
    </div>
  )
}

/** Shown while there is no order: the last sale's change, parked orders, and visits to be paid. */
function EmptyOrder({ isFree, onResume }: { isFree: boolean; onResume: (key: string) => void }) {
  return (
    <>
      <LastChange />
      {isFree && <ParkedList onResume={onResume} />}
      <EmptyState icon={ShoppingBag} title={s.noItems} body={s.noItemsHint} className="px-0! py-5!" />
      {isFree && <TodaysVisits />}
    </>
  )
}

/** Today's payable visits, shown while the order is empty: clients who have arrived first. */
function TodaysVisits() {
  const visits = useRead(appointmentsContract.payable, { querystring: { search: '' } }, { live: true })
  useEventStream(() => void visits.reload())
  const today = manilaDate(now())
  const ofToday = (visits.data?.appointments ?? []).filter((visit) => visit.appointment_date === today)
  return (
    <>
      <VisitList id="waiting-to-pay" title={s.waitingToday} visits={ofToday.filter(hasCome)} />
      <VisitList id="later-today" title={s.laterToday} visits={ofToday.filter((visit) => !hasCome(visit))} />
    </>
  )
}

type VisitListProps = { id: string; title: string; visits: readonly StaffAppointment[] }

/** A titled list of visits; tapping one starts an order with it. */
function VisitList({ id, title, visits }: VisitListProps) {
  const begin = useBeginVisitOrder()
  if (visits.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-4">
      <h3 id={id} className="text-sm font-bold">
        {title}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {visits.map(visitOf).map((visit) => (
          <li key={visit.id}>
            <WaitingVisit visit={visit} onChoose={() => void begin(visit)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingVisit({ visit, onChoose }: { visit: OrderedVisit; onChoose: () => void }) {
  const price = usePriceOf()(visit)
  return (
    <button
      type="button"
      onClick={onChoose}
      className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] touch-manipulation items-center gap-3 rounded-ctl px-2 py-2 text-left hover:bg-surface-2"
    >
      <ReceiptText size={18} className="shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{visit.name}</span>
        <span className="tnum block text-sm text-ink-2">
          {s.waitingText(formatStart(visit.appointment_time), bookedNames(visit))}
        </span>
      </span>
      {price !== undefined && <span className="tnum font-bold">{formatPesoShort(price)}</span>}
    </button>
  )
}
