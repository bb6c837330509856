import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { framedMessages } from '#shared/appointments/booking-messages.ts'
import { availabilityMessages, appointmentMessages, selfServiceMessages } from '#shared/appointments/messages.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { DepositAmount, DepositTermsNote } from '#web/deposits/client/deposit-terms.tsx'
import { logInPath, publicPaths } from '#web/lib/public-paths.ts'
import { now } from '#web/lib/use-now.ts'
import { continuePath, isFramed } from './framed-booking.ts'
import type { BookingModel } from './use-booking.ts'

const HOUR_MS = 3_600_000

/** Announces before the last step that a log-in is needed, with a link to it; the choices are kept. */
export function LogInNote({
  model: { booking, sources, leaveForLogin },
}: {
  model: Pick<BookingModel, 'booking' | 'sources' | 'leaveForLogin'>
}) {
  if (sources.booker.status !== 'ready' || sources.booker.data !== null) return null
  return (
    <p className="mb-6 rounded-card bg-info-soft px-4 py-3 text-sm text-ink">
      {isFramed() ? framedMessages.logInThere : appointmentMessages.loginFirst}{' '}
      <a
        href={isFramed() ? continuePath(booking) : logInPath(publicPaths.booking)}
        onClick={leaveForLogin}
        className="font-semibold whitespace-nowrap text-primary underline underline-offset-4"
      >
        {availabilityMessages.logInNow}
      </a>
    </p>
  )
}

/** Says until when clients can move or cancel a visit. */
export const Policy = ({ clinic, className }: { clinic: PublicClinic; className?: string }) => (
  <p className={clsx('text-sm text-ink-2', className)}>
    {selfServiceMessages.policy(clinic)} {selfServiceMessages.afterwards}
  </p>
)

type DepositProps = { model: Pick<BookingModel, 'sources'> }

const termsOf = ({ sources: { deposit } }: DepositProps['model']) => (deposit.status === 'ready' ? deposit.data : null)

/** The amount of the deposit in the summary of the visit; renders nothing if no deposit is needed. */
export function DepositLine({ model }: DepositProps) {
  const terms = termsOf(model)
  return terms && <DepositAmount terms={terms} />
}

/**
 * Says how long the time is held before the clinic confirms the visit: until the deposit is paid, or until a first
 * visit expires. Renders nothing for known clients who pay no deposit.
 */
export function HoldNote({ model, hours }: { model: BookingModel; hours: number | null }) {
  const terms = termsOf(model)
  if (terms) return <DepositTermsNote terms={terms} className="mt-4" />
  return <FirstVisitNote hours={hours} {...model.booking} className="mt-4" />
}

type FirstVisitNoteProps = { hours: number | null; date: CivilDate | null; time: CivilTime | null; className?: string }

/**
 * Says when an unknown client's first visit expires, at the latest when it begins. Renders nothing for known clients.
 */
export function FirstVisitNote({ hours, date, time, className }: FirstVisitNoteProps) {
  if (hours === null || date === null || time === null) return null
  const isSooner = slotInstant(date, time).getTime() < now().getTime() + hours * HOUR_MS
  return (
    <p className={clsx('flex gap-3 rounded-card bg-info-soft px-4 py-3 text-left text-sm text-ink', className)}>
      <Hourglass size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      {isSooner ? appointmentMessages.firstVisitHeldToStart : appointmentMessages.firstVisitHeld(hours)}
    </p>
  )
}
