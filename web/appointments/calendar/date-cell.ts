import type { KeyboardEvent } from 'react'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { formatLongDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { CalendarMode } from './calendar-mode.ts'
import type { CalendarDay } from './use-calendar.ts'

/** Past dates lead nowhere; a disabled one only in Edit Mode, where it can be enabled again. */
export const isChoosable = (day: CalendarDay, today: CivilDate, mode: CalendarMode): boolean =>
  day.date >= today && (day.disabled === undefined || mode.edit)

/** The words of a date for who cannot see its cell. */
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

/** What makes an element the cell of a date in a grid: role, name, states, pointer and keyboard. */
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
