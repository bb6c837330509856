import { clsx } from 'clsx'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentWords } from '#shared/appointments/desk-sentences.ts'
import { formatTime } from '#shared/lib/manila-time.ts'
import { statusTone } from '#web/ui/status-tone.ts'
import { toneDot, toneSoft } from '#web/ui/tone.ts'

/** `9am`, `9:30am`: as short as a cell is narrow. */
export const shortTime = (time: string) => formatTime(time).replace(':00', '').replace(' ', '').toLowerCase()

type CalendarChipProps = { appointment: StaffAppointment; isPast: boolean }

/** One appointment in a cell: colour and word tell its status; what is past is grey with a dot. */
export function CalendarChip({ appointment, isPast }: CalendarChipProps) {
  const { status, name, appointment_time } = appointment
  const tone = statusTone(status)
  return (
    <span
      className={clsx(
        'flex min-w-0 items-center gap-1.5 rounded-sm px-1.5 py-0.5 text-xs',
        isPast ? 'bg-surface-3 text-ink-2' : toneSoft[tone],
      )}
    >
      {isPast && <span className={clsx('size-1.5 shrink-0 rounded-full', toneDot[tone])} aria-hidden="true" />}
      <span className="tnum shrink-0 font-semibold">{shortTime(appointment_time)}</span>
      <span className="truncate">{name}</span>
      <span className="sr-only">{appointmentWords.statuses[status]}</span>
    </span>
  )
}
