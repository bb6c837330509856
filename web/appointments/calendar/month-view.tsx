import { clsx } from 'clsx'
import { Ban, Check, PartyPopper } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { pageTitle } from '#shared/appointments/calendar.ts'
import { formatShortWeekday, type CivilDate } from '#shared/lib/manila-time.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { Skeleton } from '#web/ui/data/load-states.tsx'
import { statusTone } from '#web/ui/badge.tsx'
import { toneDot, toneSoft } from '#web/ui/tone.ts'
import { dateCell, shortTime, useDateGrid, type DateGridProps } from './date-grid.ts'
import type { CalendarDay } from './use-calendar.ts'

const CHIPS = 3
const hatched = 'bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)]'

const weeksOf = (dates: readonly CivilDate[]) =>
  Array.from({ length: dates.length / 7 }, (_, week) => dates.slice(week * 7, week * 7 + 7))

/**
 * Six weeks of dates. Each cell has the day's number, the count of its appointments and the first of them. The keys are
 * positions and not dates, so that another month changes the cells that are there instead of building new ones.
 */
export function MonthView(props: DateGridProps) {
  const { data, cursor } = props
  const { grid, onKeyDown } = useDateGrid(props)
  return (
    <div ref={grid} role="grid" aria-label={pageTitle('month', cursor)} aria-busy={data.isLoading}>
      <div role="row" className="grid grid-cols-7 border-b border-line">
        {data.dates.slice(0, 7).map((date) => (
          <span key={date} role="columnheader" className="px-2.5 py-2 text-xs font-semibold text-ink-2 uppercase">
            {formatShortWeekday(date)}
          </span>
        ))}
      </div>
      {weeksOf(data.dates).map((week, row) => (
        <div key={row} role="row" className="grid grid-cols-7 border-b border-line last:border-b-0">
          {week.map((date, column) => (
            <MonthCell key={column} {...props} day={data.day(date)} onKeyDown={onKeyDown} />
          ))}
        </div>
      ))}
    </div>
  )
}

type MonthCellProps = DateGridProps & { day: CalendarDay; onKeyDown: (event: KeyboardEvent) => void }

function MonthCell({ day, ...grid }: MonthCellProps) {
  const { date, disabled } = day
  const { today, cursor, chosen } = grid
  const cell = dateCell(day, grid)
  const isGrey = date < today || date.slice(0, 7) !== cursor.slice(0, 7)
  return (
    <div
      {...cell.props}
      className={clsx(
        'relative min-h-26 min-w-0 space-y-1 border-l border-line p-1.5 outline-offset-[-3px] first:border-l-0',
        isGrey ? 'bg-surface-2' : 'bg-surface',
        disabled && hatched,
        cell.isOpen ? 'cursor-pointer hover:shadow-[inset_0_0_0_2px_var(--line-strong)]' : 'cursor-not-allowed',
        cell.isPicked && 'bg-danger-soft!',
        date === chosen && 'shadow-[inset_0_0_0_2px_var(--primary)]!',
      )}
    >
      <CellHead
        date={date}
        count={day.appointments.length}
        isToday={date === today}
        isGrey={isGrey}
        isPicked={cell.isPicked}
      />
      <CellContent day={day} isPast={date < today} isLoading={grid.data.isLoading} />
    </div>
  )
}

type CellContentProps = { day: CalendarDay; isPast: boolean; isLoading: boolean }

function CellContent({ day: { appointments, disabled, holiday }, isPast, isLoading }: CellContentProps) {
  return (
    <>
      {disabled && <CellNote icon={Ban} text={disabled.remark ?? s.closed(undefined)} />}
      {holiday && !disabled && <CellNote icon={PartyPopper} text={holiday} />}
      {isLoading && <Skeleton className="h-5 animate-appear-late" />}
      {appointments.slice(0, CHIPS).map((appointment, index) => (
        <CalendarChip key={index} appointment={appointment} isPast={isPast} />
      ))}
      {appointments.length > CHIPS && (
        <span className="block px-1.5 text-xs font-semibold text-ink-2">{s.more(appointments.length - CHIPS)}</span>
      )}
    </>
  )
}

type CellHeadProps = { date: CivilDate; count: number; isToday: boolean; isGrey: boolean; isPicked: boolean }

function CellHead({ date, count, isToday, isGrey, isPicked }: CellHeadProps) {
  return (
    <span className="tnum flex items-center justify-between gap-1">
      <span
        className={clsx(
          'grid size-7 place-items-center rounded-full text-sm font-semibold',
          isToday ? 'bg-primary text-on-primary' : isGrey ? 'text-ink-2' : 'text-ink',
        )}
      >
        {Number(date.slice(8))}
      </span>
      {isPicked ? (
        <Check size={18} className="text-danger" aria-hidden="true" />
      ) : (
        count > 0 && <span className="px-1 text-xs text-ink-2">{count}</span>
      )}
    </span>
  )
}

function CellNote({ icon: Icon, text }: { icon: typeof Ban; text: string }) {
  return (
    <span className="flex items-center gap-1.5 px-1 text-xs font-medium text-ink-2">
      <Icon size={14} className="shrink-0" aria-hidden="true" />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{text}</span>
    </span>
  )
}

type CalendarChipProps = { appointment: CalendarAppointment; isPast: boolean }

/** One appointment in a cell, with the colour and text of its status; past appointments are grey and have a dot. */
function CalendarChip({ appointment, isPast }: CalendarChipProps) {
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
      <span className="sr-only">{statusMessages.statuses[status]}</span>
    </span>
  )
}
