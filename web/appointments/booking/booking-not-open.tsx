import { CalendarDays, Phone } from 'lucide-react'
import { availabilityMessages as s } from '#shared/appointments/messages.ts'
import { publicClinicMessages } from '#shared/clinic/messages.ts'
import { isStaff } from '#shared/users/roles.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import type { BookingModel } from './use-booking.ts'

/** Shown when the clinic is not set up or has nothing to book. */
export function BookingNotOpen({ reason, model }: { reason: 'setup' | 'empty'; model: BookingModel }) {
  const { booker } = model.sources
  const staff = booker.status === 'ready' && booker.data !== null && isStaff(booker.data.user_role)
  const body = reason === 'setup' ? null : staff ? s.addTreatments : s.callToBook
  return (
    <section aria-labelledby="not-open" className="rounded-card border border-line bg-surface">
      <h1 id="not-open" className="sr-only">
        {s.nothingToBook}
      </h1>
      <EmptyState
        icon={CalendarDays}
        title={reason === 'setup' ? publicClinicMessages.notSetUp : s.nothingToBook}
        body={body}
        action={<WayOut reason={reason} staff={staff} model={model} />}
      />
    </section>
  )
}

type WayOutProps = { reason: 'setup' | 'empty'; staff: boolean; model: BookingModel }

function WayOut({ reason, staff, model: { clinic } }: WayOutProps) {
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
        {s.toCatalogue}
      </a>
    )
  if (!clinic.phone_href) return null
  return (
    <a href={clinic.phone_href} className={look}>
      <Phone size={18} aria-hidden="true" /> {s.callNumber(clinic.phone)}
    </a>
  )
}
