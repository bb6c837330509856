import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { dateAfterKey } from '#shared/appointments/calendar.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { CalendarMode } from './calendar-mode.ts'
import { isChoosable } from './date-cell.ts'
import type { CalendarData } from './use-calendar.ts'

/** What of a date was pointed at, when it was more than the date: an appointment, or a half hour. */
export type PointedAt = { appointmentId?: string; time?: CivilTime }
export type ChooseDate = (date: CivilDate, at?: PointedAt) => void

/** What every view of the calendar is given. */
export type DateGridProps = {
  data: CalendarData
  /** The date that holds the one tab stop; its page is shown. */
  cursor: CivilDate
  /** The date whose appointments stand beside the calendar. */
  chosen: CivilDate
  today: CivilDate
  mode: CalendarMode
  /** Told where a key wants to go; it may refuse by doing nothing. */
  onMove: (date: CivilDate) => void
  /** A tap, Enter or Space on a date that leads somewhere, or on one of its appointments. */
  onChoose: ChooseDate
}

/**
 * The keyboard of a grid of dates: one tab stop; arrows, Home, End and Page keys move, Enter and Space choose. Cells carry
 * `data-date`; the focus follows the cursor as long as it is in the grid, also when a move brings another page.
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
