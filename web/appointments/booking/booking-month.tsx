import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import {
  addMonths,
  formatLongDate,
  formatMonth,
  formatWeekday,
  manilaDate,
  monthCells,
  startOfMonth,
  type CivilDate,
} from '#shared/lib/manila-time.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { offButton } from '#web/ui/off-button.ts'
import { dayForKey, monthRange, tabStopOf, whyClosed, type BookingCalendar } from './booking-calendar.ts'
import { BookingDay } from './booking-day.tsx'

type BookingMonthProps = {
  /** The first day of the month that is shown. */
  month: CivilDate
  onTurn: (month: CivilDate) => void
  chosen: CivilDate | null
  onChoose: (date: CivilDate) => void
  calendar: BookingCalendar
}

/** One month as 42 days, Sunday first. One tab stop; arrows, Home, End, Page Up and Page Down move. */
export function BookingMonth(props: BookingMonthProps) {
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

/** Which day has the keyboard, and which closed day was asked about. */
function useMonth({ month, onTurn, chosen, onChoose, calendar }: BookingMonthProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<CivilDate | null>(null)
  /** The day that was pressed though it cannot be chosen; its reason is read out. */
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
    // The day is drawn before it can take the focus, and has it before the next key: a held key loses no step.
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
        {...offButton(month <= first, () => onTurn(addMonths(month, -1)))}
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
        {...offButton(month >= last, () => onTurn(addMonths(month, 1)))}
        className={square}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </button>
    </div>
  )
}
