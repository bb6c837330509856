import { useReducer, useState } from 'react'
import { CALENDAR_VIEWS, pageStart, type CalendarView } from '#shared/appointments/calendar.ts'
import { addMonths, isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { useIsPhone } from '#web/lib/use-media-query.ts'
import { useToday } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { changeMode, initialMode } from './calendar-mode.ts'

/** What a phone has room for. */
export const PHONE_VIEWS = ['day', 'agenda'] as const satisfies CalendarView[]

const addressDefaults = { page: 1, done: 1, view: '', date: '' }

function viewOf(text: string, isPhone: boolean): CalendarView {
  const views: readonly CalendarView[] = isPhone ? PHONE_VIEWS : CALENDAR_VIEWS
  return views.find((view) => view === text) ?? (isPhone ? 'agenda' : 'month')
}

/**
 * Where the page stands: pages of the tables and of the calendar, the calendar's mode, the chosen date. The calendar's
 * page is remembered in the address, but moves at once: keys do not wait for the router.
 */
export function useCalendarPage() {
  const today = useToday()
  const isPhone = useIsPhone()
  const [address, change] = useUrlState(addressDefaults)
  const [mode, setMode] = useReducer(changeMode, initialMode)
  const [chosen, setChosen] = useState(today)
  const [wanted, setWanted] = useState({ view: address.view, date: address.date })
  const { page } = address
  const want = (next: Partial<typeof wanted>) => {
    setWanted((before) => ({ ...before, ...next }))
    change({ page, ...next })
  }
  const view = viewOf(wanted.view, isPhone)
  const cursor = isCivilDate(wanted.date) ? wanted.date : today
  const goTo = (date: CivilDate) => want({ date: date === today ? '' : date })
  const moveTo = (date: CivilDate) => {
    // The keys go no further than the buttons: the calendar shows about two months ahead.
    if (date < cursor || pageStart(view, date) <= addMonths(today, 2)) goTo(date)
  }
  return {
    today,
    done: address.done,
    view,
    cursor,
    // The day view and the list beside it show the same day.
    chosen: view === 'day' ? cursor : chosen,
    mode,
    setMode,
    setChosen,
    goTo,
    moveTo,
    setView: (next: CalendarView) => want({ view: next }),
    setDone: (next: number) => change({ page, done: next }),
  }
}
export type CalendarPage = ReturnType<typeof useCalendarPage>
