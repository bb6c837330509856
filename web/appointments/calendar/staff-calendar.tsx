import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import {
  CALENDAR_VIEWS,
  canTurnForward,
  pageTitle,
  turnPage,
  type CalendarView,
} from '#shared/appointments/calendar.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { APPOINTMENT_STATUSES } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { useIsPhone } from '#web/lib/use-device.ts'
import { useStableCallbacks } from '#web/lib/use-stable.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { statusTone } from '#web/ui/badge.tsx'
import { toneDot } from '#web/ui/tone.ts'
import { AgendaView } from './agenda-view.tsx'
import type { ChooseDate, DateGridProps } from './date-grid.ts'
import { TimeGrid } from './time-grid.tsx'
import { PHONE_VIEWS, type CalendarPage, type DeskView } from './use-calendar-page.ts'
import type { CalendarData } from './use-calendar.ts'

/** The month view is loaded after the page, because the calendar never opens with it by default. */
const MonthView = lazyPart<DateGridProps>(async () => memo((await import('./month-view.tsx')).MonthView))

/**
 * The components of the views are memoized, because the page renders often, and a change of the URL alone must not
 * redraw the grid.
 */
const components: Record<CalendarView, ComponentType<DateGridProps>> = {
  month: MonthView,
  week: memo((props) => <TimeGrid {...props} view="week" />),
  day: memo((props) => <TimeGrid {...props} view="day" />),
  agenda: memo(AgendaView),
}

type StaffCalendarProps = { page: CalendarPage; data: CalendarData; onChoose: ChooseDate }

/** The clinic's calendar: by month, week and day, or as a list. */
export function StaffCalendar({ page, data, onChoose }: StaffCalendarProps) {
  const { view, cursor, chosen, today, mode } = page
  const View = components[view]
  const actions = useStableCallbacks({ onChoose, onMove: page.moveTo })
  useEffect(() => MonthView.preload(), [])
  const failure = data.error ? s.failedToLoad : data.holidayError
  return (
    <section aria-label={s.calendar} className="min-w-0 overflow-clip rounded-card border border-line bg-surface">
      <CalendarToolbar view={view} date={cursor} today={today} onView={page.setView} onDate={page.goTo} />
      {failure && <ErrorPanel message={failure} onRetry={data.retry} className="m-3" />}
      <Suspense fallback={<Skeleton className="m-3 h-160" />}>
        <View {...{ data, cursor, chosen, today, mode, ...actions }} />
      </Suspense>
      <CalendarLegend />
    </section>
  )
}

type CalendarToolbarProps = {
  view: DeskView
  date: CivilDate
  today: CivilDate
  onView: (view: DeskView) => void
  onDate: (date: CivilDate) => void
  /** Further toolbar controls of the present view. */
  children?: ReactNode
}

/**
 * The options of the switch between views. On phones the day board is missing, because it has a button of its own,
 * unless it is shown now.
 */
function useDeskViews(shown: DeskView): Option<DeskView>[] {
  const isPhone = useIsPhone()
  const board = { value: 'board' as const, label: s.board }
  const views = (isPhone ? PHONE_VIEWS : CALENDAR_VIEWS).map((value) => ({ value, label: s.views[value] }))
  return isPhone && shown !== 'board' ? views : [board, ...views]
}

/**
 * The calendar view that belongs to a view of the front desk. The day board counts as the day view, because it shows
 * one day.
 */
const calendarView = (view: DeskView): CalendarView => (view === 'board' ? 'day' : view)

type PageButtonsProps = Pick<CalendarToolbarProps, 'view' | 'date' | 'today' | 'onDate'>

/** The buttons Today, previous and next. They lead about two months ahead at most. */
export function PageButtons({ view: shown, date, today, onDate }: PageButtonsProps) {
  const view = calendarView(shown)
  const mayTurn = canTurnForward(view, date, today)
  return (
    <div className="flex gap-2">
      <Button onClick={() => onDate(today)}>{s.today}</Button>
      <IconButton
        label={s.previous}
        variant="secondary"
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        onClick={() => onDate(turnPage(view, date, -1))}
      />
      <IconButton
        label={s.next}
        title={mayTurn ? undefined : s.nextClosed}
        variant="secondary"
        disabled={!mayTurn}
        icon={<ChevronRight size={20} aria-hidden="true" />}
        onClick={() => onDate(turnPage(view, date, 1))}
      />
    </div>
  )
}

/** The toolbar of the calendar: page buttons, title and views. */
export function CalendarToolbar({ view: shown, date, today, onView, onDate, children }: CalendarToolbarProps) {
  const options = useDeskViews(shown)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
      <PageButtons view={shown} date={date} today={today} onDate={onDate} />
      <h2 className="min-w-44 flex-1 text-lg font-bold" aria-live="polite">
        {pageTitle(calendarView(shown), date)}
      </h2>
      {children}
      <SegmentedControl aria-label={s.view} options={options} value={shown} onChange={onView} />
    </div>
  )
}

const shown = APPOINTMENT_STATUSES.filter((status) => status !== 'cancelled')

/** The legend of the calendar's colours. Cancelled appointments have none, because the calendar does not show them. */
export function CalendarLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-ink-2">
      {shown.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <span className={clsx('size-2 rounded-full', toneDot[statusTone(status)])} aria-hidden="true" />
          {statusMessages.statuses[status]}
        </li>
      ))}
    </ul>
  )
}
