import { ReceiptText, ShoppingBag } from 'lucide-react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { hasCome } from '#shared/appointments/status.ts'
import { formatTime, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, formatPesoShort } from '#shared/lib/money.ts'
import { receiptMessages } from '#shared/sales/receipt-messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { NextVisitButton } from '#web/sales/receipt/next-visit-button.tsx'
import { useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/events.ts'
import { now } from '#web/lib/use-now.ts'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { useLastSale } from './order-store.ts'
import { ParkedList } from './parking.tsx'
import { bookedNames, visitOf, type OrderedVisit } from './order.ts'
import { usePriceOf } from '#web/sales/till/payment/suggestions.ts'
import { useTakeVisit } from './use-visit-order.ts'

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
export function EmptyOrder({ isFree, onTakeUp }: { isFree: boolean; onTakeUp: (key: string) => void }) {
  return (
    <>
      <LastChange />
      {isFree && <ParkedList onTakeUp={onTakeUp} />}
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
  const take = useTakeVisit()
  if (visits.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-4">
      <h3 id={id} className="text-sm font-bold">
        {title}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {visits.map(visitOf).map((visit) => (
          <li key={visit.id}>
            <WaitingVisit visit={visit} onTake={() => void take(visit)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingVisit({ visit, onTake }: { visit: OrderedVisit; onTake: () => void }) {
  const price = usePriceOf()(visit)
  return (
    <button
      type="button"
      onClick={onTake}
      className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] touch-manipulation items-center gap-3 rounded-ctl px-2 py-2 text-left hover:bg-surface-2"
    >
      <ReceiptText size={18} className="shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{visit.name}</span>
        <span className="tnum block text-sm text-ink-2">
          {s.waitingText(formatTime(visit.appointment_time), bookedNames(visit))}
        </span>
      </span>
      {price !== undefined && <span className="tnum font-bold">{formatPesoShort(price)}</span>}
    </button>
  )
}
