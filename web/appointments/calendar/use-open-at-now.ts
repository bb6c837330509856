import { useEffect, useRef, type RefObject } from 'react'
import { hasBegun } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { now } from '#web/lib/use-now.ts'

/** How many half hours before now stay in sight: what should have begun by now. */
const BEFORE = 2

/**
 * Scrolls the half hours of a page that shows today to those around now, once for each page: whoever opens the calendar
 * in the afternoon need not look for it. The element is the grid of half hours; the box around it scrolls.
 */
export function useOpenAtNow(dates: readonly CivilDate[], today: CivilDate): RefObject<HTMLDivElement | null> {
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
