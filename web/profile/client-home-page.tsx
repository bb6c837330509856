import { CalendarHeart, ChevronRight, ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { formatDate, formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { salesContract, type ClientSale } from '#shared/sales/contract.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { useRead } from '#web/data/use-read.ts'
import { amountOf } from '#web/deposits/client/deposit-state.ts'
import { useOwnDeposits } from '#web/deposits/client/use-own-deposits.ts'
import { paths } from '#web/lib/paths.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { useNow, useToday } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, RowSkeletons } from '#web/ui/data/load-states.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { givenBackOf, itemText, soldItemsOf } from './own-sales.ts'
import { MyReceiptDialog } from './my-transactions.tsx'
import { BelowMyWaitlist } from '#web/waitlist/my-waitlist.tsx'
import { BookLink, DateTile, daysAhead } from './visit-parts.tsx'

/** A client's start page: the next visit, a booking button, the latest receipts. */
export default function ClientHomePage() {
  const { name } = usePerson()
  return (
    <div className="mx-auto max-w-public">
      <h1 className="display truncate text-booking">{s.welcome(name.split(' ')[0] ?? name)}</h1>
      <div className="mt-6 space-y-6">
        <BelowMyWaitlist>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <NextAppointment />
            <LatestReceipts />
          </div>
        </BelowMyWaitlist>
      </div>
    </div>
  )
}

/** The next appointment and a booking button. */
function NextAppointment() {
  const querystring = { group: 'upcoming', per_page: 1 } as const
  const visits = useRead(appointmentsContract.mine, { querystring })
  const deposits = useOwnDeposits()
  const { failure } = visits
  // The visit is shown only when its deposit is loaded too, because the line about the deposit would push the buttons
  // down.
  const isLoading = visits.isLoading || (visits.data !== undefined && deposits.isLoading)
  const data = isLoading ? undefined : visits.data
  const today = useToday()
  // The first appointment may be an unfinished visit of an earlier day, which is skipped.
  const next = data?.appointments.find(({ appointment_date }) => appointment_date >= today)
  const deposit = next && deposits.ofVisit(next.appointment_id)
  return (
    <SectionCard title={s.nextAppointment}>
      {failure && <ErrorPanel {...failure} message={s.appointmentsNotLoaded} />}
      {/* Reserves the final height, so that nothing below moves. */}
      <div className="flex min-h-40 flex-col justify-center">
        {isLoading && <RowSkeletons count={1} />}
        {next && <Visit visit={next} />}
        {deposit?.status === 'requested' && (
          <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-warning-soft px-4 py-3 text-sm">
            <span className="flex-1 font-semibold">{clientDepositMessages.askedFor(amountOf(deposit))}</span>
            <Link to={paths.profile} className={buttonClass({ variant: 'primary' })}>
              {clientDepositMessages.pay}
            </Link>
          </p>
        )}
        {data && !next && <EmptyState icon={CalendarHeart} title={s.noUpcoming} body={s.bookFirst} className="py-0!" />}
      </div>
      <div className="mt-5 flex gap-3 max-sm:flex-col">
        <BookLink again={next}>{next ? s.bookAgain : s.bookNow}</BookLink>
        <Link to={paths.profile} className={buttonClass({ pill: true })}>
          {s.allAppointments}
        </Link>
      </div>
    </SectionCard>
  )
}

function Visit({ visit }: { visit: ClientAppointment }) {
  const ahead = daysAhead(visit.appointment_date, useNow())
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <DateTile date={visit.appointment_date} />
      <div className="min-w-0 flex-1 basis-44">
        {ahead && <p className="tnum text-sm font-bold text-primary">{ahead}</p>}
        <p className="text-lg font-bold wrap-anywhere">{servicesOf(visit)}</p>
        <p className="tnum text-sm text-ink-2">
          {formatLongDate(visit.appointment_date)}, {formatStart(visit.appointment_time)}
        </p>
      </div>
      <StatusBadge status={visit.appointment_status}>{statusMessages.statuses[visit.appointment_status]}</StatusBadge>
    </div>
  )
}

const LATEST = 3

/** A client's last three payments; each opens its receipt. */
function LatestReceipts() {
  const receipt = useDialog(MyReceiptDialog)
  const { data, isLoading, failure } = useRead(salesContract.mine, { querystring: { per_page: LATEST } })
  const transactions = data?.data
  return (
    <SectionCard title={s.latestReceipts}>
      {failure && <ErrorPanel {...failure} message={s.transactionsNotLoaded} />}
      {/* Reserves the height of three receipts and the link below them, so that nothing moves when they load. */}
      <div className="flex min-h-64 flex-col justify-center">
        {isLoading && <RowSkeletons count={LATEST} />}
        {transactions?.length === 0 && (
          <EmptyState icon={ReceiptText} title={s.noReceipts} body={s.noReceiptsHint} className="py-0!" />
        )}
        <ul aria-label={s.latestReceipts}>
          {transactions?.map((transaction) => (
            <li key={transaction.transaction_id} className="border-t border-line first:border-t-0">
              <ReceiptLine
                transaction={transaction}
                onOpen={() => receipt.open({ saleId: transaction.transaction_id })}
              />
            </li>
          ))}
        </ul>
        {transactions && transactions.length > 0 && (
          <Link
            to={`${paths.profile}?tab=transactions`}
            className={`${buttonClass({ pill: true })} mt-4 self-start max-sm:w-full`}
          >
            {s.allReceipts}
          </Link>
        )}
      </div>
      {receipt.element}
    </SectionCard>
  )
}

function ReceiptLine({ transaction, onOpen }: { transaction: ClientSale; onOpen: () => void }) {
  const names = soldItemsOf(transaction.treatments).map(itemText).join(', ')
  const givenBack = givenBackOf(transaction)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3 rounded-ctl py-2 text-left hover:bg-surface-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{names || transaction.document_name}</span>
        <span className="tnum block text-sm text-ink-2">
          {formatDate(manilaDate(new Date(transaction.transaction_date)))}
          {givenBack ? `, ${givenBack.label}` : ''}
        </span>
      </span>
      <span className="tnum font-extrabold">{formatPeso(toCentavos(transaction.total))}</span>
      <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  )
}
