import { clsx } from 'clsx'
import { Ticket } from 'lucide-react'
import { coveredMessages as s } from '#shared/prepaid/covered-messages.ts'
import { type Booking, servicesKey } from '#web/appointments/booking/booking.ts'
import { type BookingSources, useLoaded } from '#web/appointments/booking/booking-sources.ts'

const coveredOf = async (key: string, signal: AbortSignal) => {
  const [services = '', date] = key.split(' ')
  return (await import('./covered-api.ts')).readCovered(services, date || null, signal)
}

type CoveredServicesProps = {
  sources: Pick<BookingSources, 'booker'>
  booking: Pick<Booking, 'service' | 'earlier' | 'date'>
  className?: string
}

/**
 * Says which services of the visit a package of the client pays, with the sessions that are left. Renders nothing for
 * visitors, staff and clients without such a package. A failed call is not reported, because the booking needs no
 * answer: the till finds the package again.
 */
export function CoveredServices({ sources: { booker }, booking, className }: CoveredServicesProps) {
  const isClient = booker.status === 'ready' && booker.data?.user_role === 'client'
  const services = servicesKey(booking)
  const covered = useLoaded(isClient && services !== null ? `${services} ${booking.date ?? ''}` : null, coveredOf)
  if (covered.status !== 'ready' || covered.data.length === 0) return null
  const isOne = booking.earlier.length === 0
  return (
    <ul className={clsx('space-y-1 rounded-card bg-success-soft px-4 py-3 text-sm text-ink', className)}>
      {covered.data.map(({ service_id, service_name, package_name, sessions_left, sessions_total }) => {
        const sentence = s.covered(package_name, sessions_left, sessions_total)
        return (
          <li key={service_id} className="flex gap-3 text-left">
            <Ticket size={18} className="mt-0.5 shrink-0 text-success" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{isOne ? sentence : s.ofService(service_name, sentence)}</span>
          </li>
        )
      })}
    </ul>
  )
}
