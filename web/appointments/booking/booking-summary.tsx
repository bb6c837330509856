import { clsx } from 'clsx'
import { CalendarDays, ChevronRight, Clock, Sparkles, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { bookingMessages as s, framedMessages } from '#shared/appointments/booking-messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { Button } from '#web/ui/button.tsx'
import { mayGoOn, type Booking, type Step } from './booking.ts'
import { ContinueLink } from './continue-link.tsx'
import { continuePath, isFramed } from './framed-booking.ts'
import { type BookingModel, formatVisit } from './use-booking.ts'

type SummaryProps = {
  model: BookingModel
  /**
   * Two elements whose code is loaded late: one that says which services packages of the client pay, and a line about
   * the deposit.
   */
  covered: ReactNode
  deposit: ReactNode
}

/** The summary of the visit with its price and the next button: a column, or a bar at the bottom on phones. */
export function BookingSummary({ model, covered, deposit }: SummaryProps) {
  const { booking, sources } = model
  const visit = formatVisit(booking, sources)
  return (
    <aside
      aria-label={s.yourVisit}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] xs:p-4 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-t-0 lg:border-l lg:p-8"
    >
      <div className="max-lg:hidden">
        <img
          src="/art/hero-3-640.avif"
          alt=""
          width={640}
          height={480}
          loading="lazy"
          decoding="async"
          className="mb-6 aspect-16/10 w-full rounded-card bg-surface-2 object-cover"
        />
        <h2 className="display text-3xl">{s.yourVisit}</h2>
        <dl className="mt-5 space-y-4 text-ctl">
          <Fact
            icon={Sparkles}
            name={s.treatment}
            value={visit.treatment}
            missing={s.missing[0]}
            more={[visit.service, visit.length].filter((part) => part !== null).join(' · ')}
          />
          <Fact
            icon={CalendarDays}
            name={s.date}
            value={booking.date && formatLongDate(booking.date)}
            missing={s.missing[2]}
          />
          <Fact icon={Clock} name={s.time} value={booking.time && formatStart(booking.time)} missing={s.missing[3]} />
        </dl>
      </div>
      {covered}
      <ContinueButton
        model={model}
        name={visit.service ?? visit.treatment}
        price={visit.price}
        length={visit.length}
        deposit={deposit}
      />
    </aside>
  )
}

type FactProps = { icon: LucideIcon; name: string; value: string | null; missing: string; more?: string | null }

const Fact = ({ icon: Icon, name, value, missing, more }: FactProps) => (
  <div className="relative pl-8">
    <dt className="text-sm text-ink-3">
      <Icon size={19} strokeWidth={1.7} className="absolute top-0.5 left-0 text-gold-ink" aria-hidden="true" />
      {name}
    </dt>
    <dd className={value === null ? 'text-ink-2' : 'tnum font-semibold wrap-anywhere'}>{value ?? missing}</dd>
    {more && <dd className="text-ink-2 wrap-anywhere">{more}</dd>}
  </div>
)

/** Says which choice the current step still needs; null when none is missing. */
const missingAt = ({ step, treatment, service, date, time }: Booking): string | null => {
  const choices = [treatment, service, date, time].slice(0, step)
  const first = choices.indexOf(null)
  return first === -1 ? null : s.missing[first]!
}

type ContinueButtonProps = {
  model: BookingModel
  name: string | null
  price: string | null
  length: string | null
  deposit: ReactNode
}

function ContinueButton({ model, name, price, length, deposit }: ContinueButtonProps) {
  const { booking } = model
  const missing = missingAt(booking)
  return (
    <div className="mx-auto flex max-w-[43.5rem] items-center gap-4 lg:mx-0 lg:mt-auto lg:block lg:pt-6">
      <div
        className={clsx(
          'min-w-0 flex-1 lg:mb-4 lg:items-baseline lg:justify-between lg:gap-4 lg:border-t lg:border-line lg:pt-4',
          // Without a choice this row is hidden on wide screens, because there the summary above already shows what is
          // missing.
          name === null ? 'lg:hidden' : 'lg:flex',
        )}
      >
        <span className="block truncate text-sm text-ink-2 lg:whitespace-normal">{name ?? missing}</span>
        {price && (
          <span className="tnum block text-xl font-bold lg:text-right">
            {price} <span className="text-sm font-medium text-ink-2 lg:hidden">{length}</span>
            {deposit}
          </span>
        )}
        {name !== null && missing && <span className="block text-sm text-ink-3 lg:hidden">{!price && missing}</span>}
      </div>
      <NextButton model={model} />
    </div>
  )
}

function NextButton({ model: { booking, dispatch, leaveForLogin } }: { model: BookingModel }) {
  const last = booking.step === 4
  const className = 'shrink-0 lg:min-h-14 lg:w-full'
  if (last && isFramed() && mayGoOn(booking))
    return (
      <ContinueLink
        href={continuePath(booking)}
        onClick={leaveForLogin}
        variant="primary"
        size="lg"
        className={className}
      >
        {framedMessages.continue}
      </ContinueLink>
    )
  const goOn = () =>
    dispatch(last ? { type: 'confirm-opened' } : { type: 'step-chosen', step: (booking.step + 1) as Step })
  return (
    <Button variant="primary" size="lg" disabled={!mayGoOn(booking)} onClick={goOn} className={className}>
      {last ? (isFramed() ? framedMessages.continue : s.confirmBooking) : s.next}
      <ChevronRight size={18} aria-hidden="true" />
    </Button>
  )
}
