import { X } from 'lucide-react'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import { formatInstant, formatLongDate } from '#shared/lib/manila-time.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { DateTile } from './date-tile.tsx'
import { visitTime } from './visit-words.ts'

type AppointmentRowProps = { appointment: ClientAppointment; onCancel: () => void }

/** One appointment: what, when, how it stands; and the way out while there is one. */
export function AppointmentRow({ appointment, onCancel }: AppointmentRowProps) {
  const { service_name, treatment_name, appointment_date, appointment_time, appointment_status } = appointment
  const longDate = formatLongDate(appointment_date)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <DateTile date={appointment_date} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-bold wrap-anywhere">{service_name}</p>
        <p className="text-sm text-ink-2">{treatment_name}</p>
        <p className="tnum text-sm text-ink-2">
          {longDate}, {visitTime(appointment_time)}
        </p>
        {appointment.held_until && (
          <p className="tnum text-sm text-ink-2">{s.heldUntil(formatInstant(new Date(appointment.held_until)))}</p>
        )}
        {appointment.cannot_cancel && <p className="text-sm text-ink-2">{appointment.cannot_cancel}</p>}
        {appointment.cancel_reason && (
          <p className="text-sm text-ink-2">{s.cancelReasons[appointment.cancel_reason]}</p>
        )}
      </div>
      <StatusBadge status={appointment_status}>{s.statuses[appointment_status]}</StatusBadge>
      {appointment.can_cancel && (
        <Button
          variant="danger-quiet"
          onClick={onCancel}
          aria-label={s.cancelNamed(service_name, longDate)}
          icon={<X size={18} aria-hidden="true" />}
        >
          {s.cancel}
        </Button>
      )}
    </li>
  )
}
