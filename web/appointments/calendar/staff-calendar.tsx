import type { ComponentType } from 'react'
import type { CalendarView } from '#shared/appointments/calendar.ts'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AgendaView } from './agenda-view.tsx'
import { CalendarLegend } from './calendar-legend.tsx'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { MonthView } from './month-view.tsx'
import { TimeGrid } from './time-grid.tsx'
import type { CalendarData } from './use-calendar.ts'
import type { CalendarPage } from './use-calendar-page.ts'
import type { ChooseDate, DateGridProps } from './use-date-grid.ts'

const views: Record<CalendarView, ComponentType<DateGridProps>> = {
  month: MonthView,
  week: (props) => <TimeGrid {...props} view="week" />,
  day: (props) => <TimeGrid {...props} view="day" />,
  agenda: AgendaView,
}

type StaffCalendarProps = { page: CalendarPage; data: CalendarData; onChoose: ChooseDate }

/** The clinic's calendar: by month, week and day, or as a list. */
export function StaffCalendar({ page, data, onChoose }: StaffCalendarProps) {
  const { view, cursor, chosen, today, mode } = page
  const View = views[view]
  const failure = data.error ? s.failedToLoad : data.holidayError
  return (
    <section aria-label={s.calendar} className="min-w-0 overflow-clip rounded-card border border-line bg-surface">
      <CalendarToolbar view={view} date={cursor} today={today} onView={page.setView} onDate={page.goTo} />
      {failure && <ErrorPanel message={failure} onRetry={data.retry} className="m-3" />}
      <View {...{ data, cursor, chosen, today, mode, onChoose }} onMove={page.moveTo} />
      <CalendarLegend />
    </section>
  )
}
