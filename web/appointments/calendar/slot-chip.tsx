import { clsx } from 'clsx'
import type { CalendarView } from '#shared/appointments/calendar.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentWords } from '#shared/appointments/desk-sentences.ts'
import { statusTone } from '#web/ui/status-tone.ts'
import { toneDot, toneSoft } from '#web/ui/tone.ts'
import { shortTime } from './calendar-chip.tsx'

type SlotChipProps = {
  appointment: StaffAppointment
  isPast: boolean
  /** The day has room for the service; a week has not. */
  view: CalendarView
  /** Leads to the appointment in the list of its date; left out where the date leads nowhere. */
  onOpen: (() => void) | undefined
}

/** One appointment in its half hour: a button as large as that, in the colour of its status. */
export function SlotChip({ appointment, isPast, view, onOpen }: SlotChipProps) {
  const tone = statusTone(appointment.status)
  const look = clsx(
    'flex min-w-0 items-stretch gap-1.5 overflow-clip rounded-sm pr-1 text-left text-xs leading-tight',
    isPast ? 'bg-surface-3 text-ink-2' : toneSoft[tone],
  )
  const words = (
    <>
      <span className={clsx('w-0.75 shrink-0', toneDot[tone])} aria-hidden="true" />
      <SlotWords appointment={appointment} withService={view === 'day'} />
    </>
  )
  if (!onOpen) return <span className={look}>{words}</span>
  return (
    <button
      type="button"
      className={clsx(look, 'touch-manipulation outline-offset-[-2px] hover:underline')}
      onClick={(event) => {
        // The tap is meant for the appointment, not for the column behind it.
        event.stopPropagation()
        onOpen()
      }}
    >
      {words}
    </button>
  )
}

type SlotWordsProps = { appointment: StaffAppointment; withService: boolean }

function SlotWords({ appointment, withService }: SlotWordsProps) {
  const { status, name, service_name, appointment_time } = appointment
  return (
    <span className="flex min-w-0 flex-col justify-center">
      <span className="truncate">
        <span className="tnum font-semibold">{shortTime(appointment_time)}</span>
        {withService && ` ${name}`}
      </span>
      <span className="truncate">{withService ? service_name : name}</span>
      <span className="sr-only">{appointmentWords.statuses[status]}</span>
    </span>
  )
}
