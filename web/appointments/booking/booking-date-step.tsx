import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import {
  addMonths,
  type CivilDate,
  formatLongDate,
  formatMonth,
  formatWeekday,
  manilaDate,
  monthCells,
  startOfMonth,
} from '#shared/lib/manila-time.ts'
import { buttonClass, ariaDisabled } from '#web/ui/button-class.ts'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { FirstFree } from './booking-availability.tsx'
import { type BookingCalendar, dayForKey, monthRange, openOf, tabStopOf, whyClosed } from './booking-calendar.ts'
import { StepFrame } from './booking-step-frame.tsx'
import type { BookingModel } from './use-booking.ts'

export function BookingDateStep({ model }: { model: BookingModel }) {
  return (
    <StepFrame booking={model.booking} note={s.pickADay}>
      <FirstFree model={model} />
      <Dates model={model} />
    </StepFrame>
  )
}

function Dates({ model }: { model: BookingModel }) {
  const { closures } = model.sources
  if (closures.status === 'failed') return <ErrorPanel message={closures.sentence} onRetry={closures.reload} />
  if (closures.status === 'loading' || !model.now)
    return (
      <SkeletonGroup label={s.loadingDates} className="rounded-card border border-line bg-surface p-5">
        <Skeleton className="mx-auto h-7 w-44" />
        <div className="mt-8 grid grid-cols-7 gap-3">
          {Array.from({ length: 42 }, (_, index) => (
            <Skeleton key={index} className="mx-auto size-9 rounded-full! sm:size-11" />
          ))}
        </div>
      </SkeletonGroup>
    )
  return <Month model={model} now={model.now} closures={closures.data} />
}

type MonthProps = {
  model: BookingModel
  now: Date
  closures: Extract<BookingModel['sources']['closures'], { status: 'ready' }>['data']
}

function Month({ model: { booking, dispatch, clinic, horizonDays }, now, closures }: MonthProps) {
  // Past months are not shown, also after the page was open overnight.
  const { first } = monthRange(now)
  const month = booking.month ?? startOfMonth(manilaDate(now))
  return (
    <BookingMonth
      month={month < first ? first : month}
      onTurn={(to) => dispatch({ type: 'month-turned', month: to })}
      chosen={booking.date}
      onChoose={(date) => dispatch({ type: 'date-chosen', date })}
      calendar={{ ...closures, ...openOf(clinic), now, horizonDays }}
    />
  )
}

type BookingMonthProps = {
  /** The first day of the displayed month. */
  month: CivilDate
  onTurn: (month: CivilDate) => void
  chosen: CivilDate | null
  onChoose: (date: CivilDate) => void
  calendar: BookingCalendar
}

/** A month as 42 days from Sunday. One tab stop; arrows, Home, End, Page Up and Page Down move. */
function BookingMonth(props: BookingMonthProps) {
  const title = useId()
  const { month, chosen, calendar } = props
  const { grid, tabStop, asked, turn, choose, onKeyDown, onFocus } = useMonth(props)
  const days = monthCells(month, 0)
  const day = (date: CivilDate) => (
    <BookingDay
      key={date}
      date={date}
      inMonth={startOfMonth(date) === month}
      why={whyClosed(date, calendar)}
      chosen={date === chosen}
      isToday={date === manilaDate(calendar.now)}
      isTabStop={date === tabStop}
      onChoose={() => choose(date)}
      onFocus={() => onFocus(date)}
    />
  )
  return (
    <div className="rounded-card border border-line bg-surface p-2 xs:p-3 sm:p-5">
      <MonthHead id={title} month={month} now={calendar.now} onTurn={turn} />
      <div ref={grid} role="grid" tabIndex={-1} aria-labelledby={title} onKeyDown={onKeyDown}>
        <WeekdayNames days={days.slice(0, 7)} />
        {[0, 7, 14, 21, 28, 35].map((start) => (
          <div key={start} role="row" className="grid grid-cols-7">
            {days.slice(start, start + 7).map(day)}
          </div>
        ))}
      </div>
      <p role="status" className="min-h-6 px-2 pt-2 text-center text-sm font-semibold text-ink-2">
        {asked !== null && `${formatLongDate(asked)}: ${whyClosed(asked, calendar) ?? ''}`}
      </p>
    </div>
  )
}

/** Keeps the focused day of the month, and the unavailable day whose reason is shown. */
function useMonth({ month, onTurn, chosen, onChoose, calendar }: BookingMonthProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<CivilDate | null>(null)
  /** The unavailable day that was pressed; the reason why it is unavailable is announced. */
  const [asked, setAsked] = useState<CivilDate | null>(null)
  const inMonth = (date: CivilDate) => startOfMonth(date) === month
  const tabStop = focused !== null && inMonth(focused) ? focused : tabStopOf(month, chosen, calendar.now)

  const turn = (to: CivilDate) => {
    setAsked(null)
    setFocused(null)
    onTurn(to)
  }
  const choose = (date: CivilDate) => {
    const closed = whyClosed(date, calendar) !== null
    setAsked(closed ? date : null)
    if (!closed) onChoose(date)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayForKey(event.key, tabStop, calendar.now)
    if (to === null) return
    event.preventDefault()
    // Renders synchronously and focuses the day before the next key event, so that a held key loses no step.
    flushSync(() => {
      setFocused(to)
      if (!inMonth(to)) onTurn(startOfMonth(to))
    })
    grid.current?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus()
  }
  const onFocus = (date: CivilDate) => {
    if (inMonth(date)) setFocused(date)
  }
  return { grid, tabStop, asked, turn, choose, onKeyDown, onFocus }
}

const WeekdayNames = ({ days }: { days: readonly CivilDate[] }) => (
  <div role="row" className="grid grid-cols-7">
    {days.map((date) => (
      <span
        key={date}
        role="columnheader"
        aria-label={formatWeekday(date)}
        className="py-2 text-center text-xs font-bold text-ink-3"
      >
        {formatWeekday(date).slice(0, 3)}
      </span>
    ))}
  </div>
)

type MonthHeadProps = { id: string; month: CivilDate; now: Date; onTurn: (month: CivilDate) => void }

function MonthHead({ id, month, now, onTurn }: MonthHeadProps) {
  const { first, last } = monthRange(now)
  const square = clsx(buttonClass({ size: 'icon' }), 'off:border-line! off:bg-transparent! off:text-line-strong!')
  return (
    <div className="mb-2 flex items-center justify-between sm:mb-3">
      <button
        type="button"
        aria-label={s.previousMonth}
        {...ariaDisabled(month <= first, () => onTurn(addMonths(month, -1)))}
        className={square}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </button>
      <h2 id={id} aria-live="polite" className="tnum text-lg font-bold">
        {formatMonth(month)}
      </h2>
      <button
        type="button"
        aria-label={s.nextMonth}
        {...ariaDisabled(month >= last, () => onTurn(addMonths(month, 1)))}
        className={square}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </button>
    </div>
  )
}

type BookingDayProps = {
  date: CivilDate
  /** False for days of neighbouring months. */
  inMonth: boolean
  /** Why the day cannot be chosen; null when it can. */
  why: string | null
  chosen: boolean
  isToday: boolean
  isTabStop: boolean
  onChoose: () => void
  onFocus: () => void
}

/** One day of the month as a round button. An unavailable day can still be focused and says why it cannot be chosen. */
function BookingDay({ date, inMonth, why, chosen, isToday, isTabStop, onChoose, onFocus }: BookingDayProps) {
  return (
    <div role="gridcell" aria-selected={chosen} className="text-center">
      <button
        type="button"
        data-date={date}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={why === null ? formatLongDate(date) : `${formatLongDate(date)}, ${why}`}
        aria-disabled={why !== null}
        aria-current={isToday ? 'date' : undefined}
        title={why ?? undefined}
        onClick={onChoose}
        onFocus={onFocus}
        className={clsx(
          'tnum relative mx-auto my-0.5 grid h-11 w-full max-w-14 place-items-center rounded-full text-base transition-colors sm:h-14',
          chosen
            ? 'bg-primary font-bold text-on-primary'
            : why !== null
              ? 'cursor-not-allowed text-ink-3 line-through decoration-1'
              : clsx('hover:bg-primary-soft', inMonth ? 'font-bold' : 'text-ink-2'),
          why !== null && !inMonth && 'font-normal',
        )}
      >
        {Number(date.slice(8))}
        {isToday && (
          <span
            className={clsx(
              'absolute bottom-1 size-1 rounded-full sm:bottom-2',
              chosen ? 'bg-on-primary' : 'bg-primary',
            )}
          />
        )}
      </button>
    </div>
  )
}
