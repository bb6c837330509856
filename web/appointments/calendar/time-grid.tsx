import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { pageTitle, type CalendarView } from '#shared/appointments/calendar.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import { SLOT_MINUTES, SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import {
  formatShortWeekday,
  formatLongDate,
  formatTime,
  manilaTime,
  type CivilDate,
  type CivilTime,
} from '#shared/lib/manila-time.ts'
import { peopleOf, servicesInShort } from '#shared/lib/visit-services.ts'
import { now, useNow } from '#web/lib/use-now.ts'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { statusTone } from '#web/ui/badge.tsx'
import { toneDot, toneSoft, type Tone } from '#web/ui/tone.ts'
import { dateCell, isChoosable, shortTime, useDateGrid, type DateGridProps } from './date-grid.ts'
import { DAY_QUARTERS, placeInLanes, QUARTERS, type LanePosition } from './day-lanes.ts'
import type { CalendarDay } from './use-calendar.ts'

const columns = { week: 'grid-cols-[3.75rem_repeat(7,minmax(5.75rem,1fr))]', day: 'grid-cols-[3.75rem_minmax(0,1fr)]' }

type TimeGridProps = DateGridProps & { view: 'week' | 'day' }

/** The calendar's day or week view: one or seven days as columns of half hours from 8:00 AM to midnight. */
export function TimeGrid(props: TimeGridProps) {
  const { data, cursor, view } = props
  const { grid, onKeyDown } = useDateGrid(props)
  const hours = useOpenAtNow(data.dates, props.today)
  return (
    <ScrollBox role="group" aria-label={pageTitle(view, cursor)} className="max-h-[40rem] scroll-pt-20">
      <div className="min-w-fit" aria-busy={data.isLoading}>
        <div
          ref={grid}
          role="grid"
          aria-label={pageTitle(view, cursor)}
          className="sticky top-0 z-10 border-b border-line bg-surface"
        >
          <div role="row" className={clsx('grid', columns[view])}>
            <span role="presentation" />
            {data.dates.map((date) => (
              <DayHead key={date} {...props} day={data.day(date)} onKeyDown={onKeyDown} />
            ))}
          </div>
        </div>
        <div ref={hours} className={clsx('grid', columns[view])}>
          <TimeLabels />
          {data.dates.map((date) => (
            <DayColumn key={date} {...props} day={data.day(date)} />
          ))}
        </div>
      </div>
    </ScrollBox>
  )
}

type DayHeadProps = DateGridProps & { day: CalendarDay; onKeyDown: (event: KeyboardEvent) => void }

function DayHead({ day, ...grid }: DayHeadProps) {
  const { date, disabled, holiday } = day
  const cell = dateCell(day, grid)
  const note = disabled ? s.closed(disabled.remark) : holiday
  return (
    <div
      {...cell.props}
      className={clsx(
        'min-h-14 min-w-0 border-l border-line px-2 py-1.5 outline-offset-[-3px]',
        cell.isOpen ? 'cursor-pointer hover:bg-primary-soft' : 'cursor-not-allowed bg-surface-2',
        cell.isPicked && 'bg-danger-soft!',
        date === grid.chosen && 'shadow-[inset_0_0_0_2px_var(--primary)]',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="text-xs font-semibold text-ink-2 uppercase">{formatShortWeekday(date)}</span>
        <span
          className={clsx(
            'tnum grid size-7 place-items-center rounded-full text-sm font-semibold',
            date === grid.today && 'bg-primary text-on-primary',
          )}
        >
          {Number(date.slice(8))}
        </span>
        {cell.isPicked && <Check size={18} className="ml-auto shrink-0 text-danger" aria-hidden="true" />}
      </span>
      {note && <span className="line-clamp-2 text-xs text-ink-2 wrap-anywhere">{note}</span>}
    </div>
  )
}

/** The labels of the hours at the left of the grid; lines in the grid mark the half hours. */
function TimeLabels() {
  return (
    <div className="grid" style={slotRows} aria-hidden="true">
      {SLOT_TIMES.map((time, slot) => (
        <span
          key={time}
          style={{ gridRow: `${slot * QUARTERS + 1} / span ${QUARTERS}` }}
          className="tnum px-2 pt-0.5 text-right text-xs text-ink-2"
        >
          {slot % 2 === 0 ? formatTime(time).replace(':00', '') : ''}
        </span>
      ))}
    </div>
  )
}

/** Each half hour is as high as a touch target; visits may start and end between the lines. */
const slotRows = { gridTemplateRows: `repeat(${DAY_QUARTERS}, ${2.875 / QUARTERS}rem)` }
const lines = 'bg-[linear-gradient(var(--line)_1px,transparent_1px)] bg-[length:100%_2.875rem]'

/** Returns the half hour under the pointer. */
function timeAt({ clientY, currentTarget }: MouseEvent<HTMLElement>): CivilTime {
  const { top, height } = currentTarget.getBoundingClientRect()
  const slot = Math.floor(((clientY - top) / height) * SLOT_TIMES.length)
  return SLOT_TIMES[Math.min(Math.max(slot, 0), SLOT_TIMES.length - 1)]!
}

type DayColumnProps = Pick<DateGridProps, 'today' | 'mode' | 'onChoose'> & { day: CalendarDay; view: CalendarView }

/**
 * A date's column. A tap selects the date, or the appointment under it; the keyboard uses the date's header and the
 * appointments, which are buttons.
 */
function DayColumn({ day, view, today, mode, onChoose }: DayColumnProps) {
  const { date } = day
  const isOpen = isChoosable(day, today, mode)
  const isPast = date < today
  return (
    <div className="relative grid min-w-0">
      {date === today && <NowLine />}
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
        {placeInLanes(day.appointments).map(({ visit, ...place }) => (
          <li key={visit.id} style={laneStyle(place)} className="relative flex min-w-0 px-0.5 pt-0.5 *:flex-1">
            <SlotChip
              appointment={visit}
              isPast={isPast}
              view={view}
              onOpen={isOpen ? () => onChoose(date, { appointmentId: visit.id }) : undefined}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}

const DAY_MINUTES = SLOT_TIMES.length * 30
const OPENS = 8 * 60

/** A line at the current time of today, behind the appointments; hidden before the first slot. */
function NowLine() {
  const [hours = 0, minutes = 0] = manilaTime(useNow()).split(':').map(Number)
  const passed = hours * 60 + minutes - OPENS
  if (passed < 0) return null
  return (
    <span
      aria-hidden="true"
      data-now-line
      style={{ top: `${(passed / DAY_MINUTES) * 100}%` }}
      className="pointer-events-none absolute inset-x-0 h-0.5 -translate-y-1/2 bg-danger before:absolute before:top-1/2 before:-left-1 before:size-2.5 before:-translate-y-1/2 before:rounded-full before:bg-danger"
    />
  )
}

const laneStyle = ({ slot, span, lane, lanes }: Omit<LanePosition<CalendarAppointment>, 'visit'>) => ({
  gridColumn: 1,
  gridRow: `${slot + 1} / span ${span}`,
  width: `${100 / lanes}%`,
  marginLeft: `${(100 * lane) / lanes}%`,
})

type SlotChipProps = {
  appointment: CalendarAppointment
  isPast: boolean
  /** The view in which the entry is shown; only the day view has room for the service. */
  view: CalendarView
  /** Opens the appointment in its date's list; undefined where the date is not selectable. */
  onOpen: (() => void) | undefined
}

/** One appointment as a button whose height shows its length, coloured by status. */
function SlotChip({ appointment, isPast, view, onOpen }: SlotChipProps) {
  const tone = statusTone(appointment.status)
  const look = clsx(
    'flex min-w-0 items-stretch gap-1.5 overflow-clip rounded-sm pr-1 text-left text-xs leading-tight',
    isPast ? 'bg-surface-3 text-ink-2' : toneSoft[tone],
  )
  const words = (
    <>
      <Edge colour={appointment.practitioner_colour} tone={tone} />
      <SlotText appointment={appointment} withService={view === 'day'} />
    </>
  )
  if (!onOpen) return <span className={look}>{words}</span>
  return (
    <button
      type="button"
      className={clsx(look, 'touch-manipulation outline-offset-[-2px] hover:underline')}
      onClick={(event) => {
        // Stops the event, so that the tap selects the appointment and not a half hour of the column.
        event.stopPropagation()
        onOpen()
      }}
    >
      {words}
    </button>
  )
}

/** A coloured edge of a visit: the practitioner's colour, or the status's colour for a visit without a practitioner. */
function Edge({ colour, tone }: { colour: string | null; tone: Tone }) {
  const style = colour === null ? undefined : { backgroundColor: colour }
  return (
    <span
      aria-hidden="true"
      style={style}
      className={clsx('shrink-0', colour === null ? ['w-0.75', toneDot[tone]] : 'w-1.25')}
    />
  )
}

type SlotTextProps = { appointment: CalendarAppointment; withService: boolean }

function SlotText({ appointment, withService }: SlotTextProps) {
  const { status, name, appointment_time, duration_minutes } = appointment
  const people = peopleOf(appointment)
  return (
    <span className={clsx('flex min-w-0 flex-col', duration_minutes > SLOT_MINUTES ? 'pt-1.5' : 'justify-center')}>
      <span className="truncate">
        <span className="tnum font-semibold">{shortTime(appointment_time)}</span>
        {withService && ` ${name}`}
      </span>
      <span className="truncate">
        {withService ? servicesInShort(appointment) : name}
        {withService && people !== null && `, ${deskMessages.withPerson(people)}`}
      </span>
      <span className="sr-only">{statusMessages.statuses[status]}</span>
    </span>
  )
}

/**
 * The number of half hours before the current time that stay visible, so that visits that should have begun are in
 * view.
 */
const BEFORE = 2

/**
 * Scrolls a page that contains today to the current time, once per page. The ref is the grid of half hours, whose
 * container scrolls.
 */
function useOpenAtNow(dates: readonly CivilDate[], today: CivilDate): RefObject<HTMLDivElement | null> {
  const hours = useRef<HTMLDivElement>(null)
  const page = `${dates[0]} ${dates.length}`
  const isToday = dates.includes(today)
  useEffect(() => {
    const grid = hours.current
    const box = grid?.parentElement?.parentElement
    if (!grid || !box) return
    const underWay = SLOT_TIMES.filter((time) => hasBegun(today, time, now())).length - 1
    const slot = isToday ? Math.max(underWay - BEFORE, 0) : 0
    box.scrollTop = (grid.offsetHeight / SLOT_TIMES.length) * slot
  }, [page, isToday, today])
  return hours
}
