import { clsx } from 'clsx'
import { appointmentWords } from '#shared/appointments/desk-sentences.ts'
import { APPOINTMENT_STATUSES } from '#shared/appointments/status.ts'
import { statusTone } from '#web/ui/status-tone.ts'
import { toneDot } from '#web/ui/tone.ts'

const shown = APPOINTMENT_STATUSES.filter((status) => status !== 'cancelled')

/** What the colours mean; cancelled appointments are not in the calendar. */
export function CalendarLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-ink-2">
      {shown.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <span className={clsx('size-2 rounded-full', toneDot[statusTone(status)])} aria-hidden="true" />
          {appointmentWords.statuses[status]}
        </li>
      ))}
    </ul>
  )
}
