import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { dateAfterKey } from '#shared/appointments/calendar.ts'
import { formatLongDate, formatTime, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import type { CalendarMode } from './calendar-mode.ts'
import type { CalendarData, CalendarDay } from './use-calendar.ts'

/** The part of a date that was tapped: an appointment or a half hour. */
export type TappedPart = { appointmentId?: string; time?: CivilTime }
export type ChooseDate = (date: CivilDate, at?: TappedPart) => void

/** The props of every calendar view. */
export type DateGridProps = {
  data: CalendarData
  /** The date that is the tab stop; the view shows the month, week or day of this date. */
  cursor: CivilDate
  /** The date whose appointments are listed beside the calendar. */
  chosen: CivilDate
  today: CivilDate
  mode: CalendarMode
  /** Called with the date to which a key would move the cursor; the page may refuse to move there. */
  onMove: (date: CivilDate) => void
  /** Called for a tap, Enter or Space on a selectable date or one of its appointments. */
  onChoose: ChooseDate
}

/**
 * Handles the keys of a date grid, which is one tab stop: arrows, Home, End and Page keys move, Enter and Space select.
 * Cells have `data-date`; the focus follows the cursor while it is in the grid, also when it moves to another page of
 * the calendar.
 */
export function useDateGrid({ data, cursor, today, mode, onMove, onChoose }: DateGridProps): {
  grid: RefObject<HTMLDivElement | null>
  onKeyDown: (event: KeyboardEvent) => void
} {
  const grid = useRef<HTMLDivElement>(null)
  const follow = useRef(false)
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    grid.current?.querySelector<HTMLElement>(`[data-date="${cursor}"]`)?.focus()
  }, [cursor])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (isChoosable(data.day(cursor), today, mode)) onChoose(cursor)
      return
    }
    const next = dateAfterKey(cursor, event.key)
    if (next === null) return
    event.preventDefault()
    follow.current = true
    onMove(next)
  }
  return { grid, onKeyDown }
}

/** True for dates that can be selected: not past ones, and disabled ones only in Edit Mode. */
export const isChoosable = (day: CalendarDay, today: CivilDate, mode: CalendarMode): boolean =>
  day.date >= today && (day.disabled === undefined || mode.edit)

/** A short time for narrow cells: `9am`, `9:30am`. */
export const shortTime = (time: string) => formatTime(time).replace(':00', '').replace(' ', '').toLowerCase()

/** The accessible label of a date. */
const labelOf = (day: CalendarDay, isPicked: boolean): string =>
  [
    formatLongDate(day.date),
    s.count(day.appointments.length),
    day.disabled && s.closed(day.disabled.remark),
    day.holiday && s.holiday(day.holiday),
    isPicked && s.picked,
  ]
    .filter((part) => part)
    .join(', ')

type DateCellOptions = {
  cursor: CivilDate
  chosen: CivilDate
  today: CivilDate
  mode: CalendarMode
  onChoose: (date: CivilDate) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The props of a date's cell: role, name, states, pointer and keyboard. */
export function dateCell(day: CalendarDay, options: DateCellOptions) {
  const { date } = day
  const isOpen = isChoosable(day, options.today, options.mode)
  const isPicked = options.mode.picked.includes(date)
  return {
    isOpen,
    isPicked,
    props: {
      role: 'gridcell',
      'data-date': date,
      tabIndex: date === options.cursor ? 0 : -1,
      'aria-label': labelOf(day, isPicked),
      'aria-disabled': !isOpen,
      'aria-selected': isPicked || date === options.chosen,
      'aria-current': date === options.today ? ('date' as const) : undefined,
      onClick: () => isOpen && options.onChoose(date),
      onKeyDown: options.onKeyDown,
    },
  }
}
