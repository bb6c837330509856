import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { CALENDAR_VIEWS, pageStart, type CalendarView } from '#shared/appointments/calendar.ts'
import { addMonths, isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { useIsPhone } from '#web/lib/use-device.ts'
import { useToday } from '#web/lib/use-now.ts'
import { useUrlState, type AddressChange } from '#web/lib/use-url-state.ts'
import { changeMode, initialMode } from './calendar-mode.ts'

/** The views that fit on a phone. */
export const PHONE_VIEWS = ['day', 'agenda'] as const satisfies CalendarView[]

const addressDefaults = { page: 1, done: 1, view: '', date: '', day: '' }

/** The desk's views: those of the calendar, and the day board. */
export type DeskView = CalendarView | 'board'

/**
 * The position that the URL contains: the view, one of the dates that the calendar shows, and the selected date. An
 * empty value is derived from the others.
 */
type CalendarPosition = { view: string; date: string; day: string }

/** The default view: the day on desktops, and the agenda on phones, which are too narrow for the day view. */
const firstView = (isPhone: boolean): CalendarView => (isPhone ? 'agenda' : 'day')

function viewOf(text: string, isPhone: boolean): CalendarView {
  // The day board counts as the day view, because it shows one day.
  if (text === 'board') return 'day'
  const views: readonly CalendarView[] = isPhone ? PHONE_VIEWS : CALENDAR_VIEWS
  return views.find((view) => view === text) ?? firstView(isPhone)
}

const keyOf = ({ view, date, day }: CalendarPosition) => `${view} ${date} ${day}`

/**
 * The calendar's position, stored in the URL but applied at once, because keys must not wait for the router. Back and
 * Forward update it.
 */
function useCalendarPosition(address: CalendarPosition, change: (place: CalendarPosition, how: AddressChange) => void) {
  const [place, setPlace] = useState<CalendarPosition>({ view: address.view, date: address.date, day: address.day })
  /** Positions of the calendar that are being written to the URL. */
  const sent = useRef<string[]>([])
  const follow = useEffectEvent(() => {
    const known = sent.current.indexOf(keyOf(address))
    sent.current.splice(0, known === -1 ? sent.current.length : known + 1)
    if (known === -1) setPlace({ view: address.view, date: address.date, day: address.day })
  })
  const inAddress = keyOf(address)
  const shown = useRef(inAddress)
  useEffect(() => {
    if (shown.current === inAddress) return
    shown.current = inAddress
    follow()
  }, [inAddress])
  const goToPosition = (changes: Partial<CalendarPosition>, how: AddressChange = { push: true }) => {
    const next = { ...place, ...changes }
    if (keyOf(next) === keyOf(place)) return
    sent.current.push(keyOf(next))
    setPlace(next)
    change(next, how)
  }
  return { place, goToPosition }
}

/**
 * The state of the appointments page: pages of its tables, page of the calendar, mode and selected date. View and day
 * are in the URL, so that a reload shows the same and Back leads to the previous day.
 */
export function useCalendarPage() {
  const today = useToday()
  const isPhone = useIsPhone()
  const [address, change] = useUrlState(addressDefaults)
  const [mode, setMode] = useReducer(changeMode, initialMode)
  const { page } = address
  const { place, goToPosition } = useCalendarPosition(address, (next, how) => change({ page, ...next }, how))
  const view = viewOf(place.view, isPhone)
  const cursor = isCivilDate(place.date) ? place.date : today
  // In the day view, the list of appointments shows the day of the calendar.
  const chosen = view !== 'day' && isCivilDate(place.day) ? place.day : cursor
  const goToDays = (date: CivilDate, day: CivilDate, how?: AddressChange) =>
    goToPosition({ date: date === today ? '' : date, day: view === 'day' || day === date ? '' : day }, how)
  const goTo = (date: CivilDate, how?: AddressChange) => goToDays(date, chosen, how)
  const moveTo = (date: CivilDate) => {
    // Keys move as far as the buttons do, about two months ahead. They leave no history entries.
    if (date < cursor || pageStart(view, date) <= addMonths(today, 2)) goTo(date, { push: false })
  }
  return {
    today,
    done: address.done,
    view,
    /** True when the day board replaces the calendar. */
    isBoard: place.view === 'board',
    cursor,
    chosen,
    mode,
    setMode,
    /**
     * Selects a date. In the agenda the cursor stays where it is, because the agenda begins there: otherwise the listed
     * dates would move.
     */
    choose: (date: CivilDate) => goToDays(view === 'agenda' ? cursor : date, date),
    goTo,
    moveTo,
    setView: (next: DeskView) => goToPosition({ view: next === firstView(isPhone) ? '' : next }),
    setDone: (next: number) => change({ page, done: next }),
  }
}
export type CalendarPage = ReturnType<typeof useCalendarPage>
