import { clsx } from 'clsx'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'

type Visit = Pick<CalendarAppointment, 'practitioner_name' | 'practitioner_colour' | 'further_services'>

/** The practitioner with a dot in their colour; nothing if the service needs nobody in particular. */
export function WithPerson({ appointment, className }: { appointment: Visit; className?: string }) {
  const name = peopleOf(appointment)
  const { practitioner_colour: colour } = appointment
  if (name === null) return null
  return (
    <span className={clsx('wrap-anywhere', className)}>
      {colour !== null && (
        <span
          aria-hidden="true"
          className="mr-1.5 inline-block size-2.5 rounded-full"
          style={{ backgroundColor: colour }}
        />
      )}
      {s.withPerson(name)}
    </span>
  )
}
