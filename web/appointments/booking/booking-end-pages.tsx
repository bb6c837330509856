import { CalendarPlus, Check, MapPin, Phone, CalendarDays } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { bookedMessages as s, framedMessages } from '#shared/appointments/booking-messages.ts'
import { availabilityMessages } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { publicClinicMessages } from '#shared/clinic/messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { isStaff } from '#shared/users/roles.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { paths } from '#web/lib/paths.ts'
import { calendarFilePath } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { FirstVisitNote, Policy } from './booking-notes.tsx'
import { ContinueLink } from './continue-link.tsx'
import { type Booked, type BookingModel } from './use-booking.ts'

const BookedDeposit = lazyPart(async () => (await import('#web/deposits/client/booked-deposit.tsx')).BookedDeposit)

type BookingDoneProps = {
  booked: Booked
  clinic: PublicClinic
  onBookAnother: () => void
  /** The element that says which services packages of the client pay. */
  children?: ReactNode
}

/** Confirms the booking with date and place, and offers a calendar file. */
export function BookingDone({ booked, clinic, onBookAnother, children }: BookingDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <section
      aria-labelledby="booked"
      className="flex animate-appear flex-col items-center rounded-panel border border-line bg-surface px-5 py-10 text-center sm:px-10"
    >
      <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
        <Check size={30} strokeWidth={2.4} aria-hidden="true" />
      </span>
      <h1
        ref={heading}
        id="booked"
        tabIndex={-1}
        className="mt-6 display text-[clamp(2rem,9vw,2.6rem)] leading-[1.06] outline-none"
      >
        {s.title}
      </h1>
      <p className="mt-4 text-lead font-semibold wrap-anywhere">{booked.service}</p>
      {/* The names of the treatments have a line of their own, so that nobody takes them for names of booked
          services. */}
      <p className="mt-1 text-ink-2 wrap-anywhere">{booked.treatment}</p>
      <p className="tnum mt-1 text-lead">
        {/* On a phone the text may wrap between date and time, but not within the time. */}
        {formatLongDate(booked.date)},{' '}
        <span className="whitespace-nowrap">
          {formatStart(booked.time)}
          {booked.practitioner !== null && ','}
        </span>
        {booked.practitioner !== null && ` ${availabilityMessages.withName(booked.practitioner)}`}
      </p>
      {children}
      <p className="mt-4 max-w-md text-ink-2">{s.text}</p>
      {!booked.hasDeposit && (
        <FirstVisitNote
          hours={booked.firstVisitHours}
          date={booked.date}
          time={booked.time}
          className="mt-4 max-w-md"
        />
      )}
      <Suspense>
        <BookedDeposit appointmentId={booked.id} isExpected={booked.hasDeposit} />
      </Suspense>
      <Policy clinic={clinic} className="mt-3 max-w-md" />
      <Facts booked={booked} clinic={clinic} />
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href={paths.profile} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {s.seeAppointments}
        </a>
        <a href={calendarFilePath(booked.id)} download className={buttonClass({ size: 'lg' })}>
          <CalendarPlus size={20} aria-hidden="true" /> {s.toCalendar}
        </a>
        <Button size="lg" variant="quiet" onClick={onBookAnother}>
          {s.bookAnother}
        </Button>
      </div>
    </section>
  )
}

/** Shown by the booking page in a frame once it has opened the window that continues the booking. */
export function BookingContinued({ href, onBookAnother }: { href: string; onBookAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-labelledby="continued"
      className="flex flex-col items-center rounded-panel border border-line bg-surface px-5 py-10 text-center sm:px-10"
    >
      <h1 ref={heading} id="continued" tabIndex={-1} className="display text-3xl outline-none">
        {framedMessages.continued}
      </h1>
      <p className="mt-4 max-w-md text-ink-2">{framedMessages.continuedText}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ContinueLink href={href} size="lg">
          {framedMessages.openAgain}
        </ContinueLink>
        <Button size="lg" variant="quiet" onClick={onBookAnother}>
          {s.bookAnother}
        </Button>
      </div>
    </section>
  )
}

/** Returns the URL of Google Maps with a search for the address. */
const mapOf = (address: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`

const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline underline-offset-4'

function Facts({ booked, clinic }: { booked: Booked; clinic: PublicClinic }) {
  return (
    <dl className="mt-7 w-full max-w-lg divide-y divide-line border-y border-line text-left">
      {booked.price && <Fact name={s.price}>{booked.price}</Fact>}
      {clinic.address && (
        <Fact name={s.where}>
          {clinic.address}
          <a href={mapOf(clinic.address)} target="_blank" rel="noopener" className={`${link} w-full`}>
            <MapPin size={18} aria-hidden="true" /> {s.openMap}
            <span className="sr-only"> {s.opensNewTab}</span>
          </a>
        </Fact>
      )}
      {clinic.phone_href && (
        <Fact name={s.phone}>
          <a href={clinic.phone_href} className={link}>
            <Phone size={18} aria-hidden="true" /> {clinic.phone}
          </a>
        </Fact>
      )}
      <Fact name={s.bring}>{s.bringText}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid items-baseline gap-x-6 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
    <dt className="text-ink-2">{name}</dt>
    <dd className="tnum wrap-anywhere">{children}</dd>
  </div>
)

/** Shown when the clinic is not set up or has nothing to book. */
export function BookingNotOpen({ reason, model }: { reason: 'setup' | 'empty'; model: BookingModel }) {
  const { booker } = model.sources
  const staff = booker.status === 'ready' && booker.data !== null && isStaff(booker.data.user_role)
  const body = reason === 'setup' ? null : staff ? availabilityMessages.addTreatments : availabilityMessages.callToBook
  return (
    <section aria-labelledby="not-open" className="rounded-card border border-line bg-surface">
      <h1 id="not-open" className="sr-only">
        {availabilityMessages.nothingToBook}
      </h1>
      <EmptyState
        icon={CalendarDays}
        title={reason === 'setup' ? publicClinicMessages.notSetUp : availabilityMessages.nothingToBook}
        body={body}
        action={<NextStepLink reason={reason} staff={staff} model={model} />}
      />
    </section>
  )
}

type NextStepLinkProps = { reason: 'setup' | 'empty'; staff: boolean; model: BookingModel }

function NextStepLink({ reason, staff, model: { clinic } }: NextStepLinkProps) {
  const look = buttonClass({ variant: 'primary' })
  if (reason === 'setup')
    return (
      <a href={paths.setup} className={look}>
        {publicClinicMessages.setUpNow}
      </a>
    )
  if (staff)
    return (
      <a href={paths.treatments} className={look}>
        {availabilityMessages.toCatalogue}
      </a>
    )
  if (!clinic.phone_href) return null
  return (
    <a href={clinic.phone_href} className={look}>
      <Phone size={18} aria-hidden="true" /> {availabilityMessages.callNumber(clinic.phone)}
    </a>
  )
}
