import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import type { CalendarView } from '#shared/appointments/calendar.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { SLOT_TIMES, slotNumber } from '#shared/clinic/opening-hours.ts'
import { formatLongDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { isChoosable } from './date-cell.ts'
import { SlotChip } from './slot-chip.tsx'
import type { CalendarDay } from './use-calendar.ts'
import type { DateGridProps } from './use-date-grid.ts'

/** Each half hour is as high as a finger needs, and a line. */
export const slotRows = { gridTemplateRows: `repeat(${SLOT_TIMES.length}, 2.875rem)` }
const lines = 'bg-[linear-gradient(var(--line)_1px,transparent_1px)] bg-[length:100%_2.875rem]'

/** The half hour under the pointer. */
function timeAt({ clientY, currentTarget }: MouseEvent<HTMLElement>): CivilTime {
  const { top, height } = currentTarget.getBoundingClientRect()
  const slot = Math.floor(((clientY - top) / height) * SLOT_TIMES.length)
  return SLOT_TIMES[Math.min(Math.max(slot, 0), SLOT_TIMES.length - 1)]!
}

type DayColumnProps = Pick<DateGridProps, 'today' | 'mode' | 'onChoose'> & { day: CalendarDay; view: CalendarView }

/**
 * The half hours of a date. A tap anywhere on it is a tap on the date, and one on an appointment leads to that one; the
 * keyboard has the head of the date, and the appointments as buttons.
 */
export function DayColumn({ day, view, today, mode, onChoose }: DayColumnProps) {
  const { date } = day
  const isOpen = isChoosable(day, today, mode)
  const isPast = date < today
  return (
    <ol
      aria-label={formatLongDate(date)}
      onClick={isOpen ? (event) => onChoose(date, { time: timeAt(event) }) : undefined}
      style={slotRows}
      className={clsx(
        'grid min-w-0 border-l border-line',
        lines,
        mode.picked.includes(date) ? 'bg-danger-soft' : (isPast || day.disabled) && 'bg-surface-2',
        isOpen ? 'cursor-pointer' : 'cursor-not-allowed',
      )}
    >
      {bySlot(day.appointments).map(([slot, appointments]) => (
        <li key={slot} style={{ gridRow: slot + 1 }} className="flex min-w-0 gap-0.5 px-0.5 pt-0.5 *:flex-1">
          {appointments.map((each) => (
            <SlotChip
              key={each.id}
              appointment={each}
              isPast={isPast}
              view={view}
              onOpen={isOpen ? () => onChoose(date, { appointmentId: each.id }) : undefined}
            />
          ))}
        </li>
      ))}
    </ol>
  )
}

/** The appointments by the half hour in which they begin. */
function bySlot(appointments: readonly StaffAppointment[]): [number, StaffAppointment[]][] {
  const slots = new Map<number, StaffAppointment[]>()
  for (const appointment of appointments) {
    const slot = slotNumber(appointment.appointment_time)
    slots.set(slot, [...(slots.get(slot) ?? []), appointment])
  }
  return [...slots]
}
