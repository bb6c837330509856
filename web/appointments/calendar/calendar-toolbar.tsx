import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  CALENDAR_VIEWS,
  mayTurnForward,
  pageTitle,
  turnPage,
  type CalendarView,
} from '#shared/appointments/calendar.ts'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { useIsPhone } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'

export const PHONE_VIEWS = ['day', 'agenda'] as const satisfies CalendarView[]

type CalendarToolbarProps = {
  view: CalendarView
  date: CivilDate
  today: CivilDate
  onView: (view: CalendarView) => void
  onDate: (date: CivilDate) => void
}

/** Today, one page back, one page on (about two months at most), the page's title, and the ways to see it. */
export function CalendarToolbar({ view, date, today, onView, onDate }: CalendarToolbarProps) {
  const mayTurn = mayTurnForward(view, date, today)
  const views = useIsPhone() ? PHONE_VIEWS : CALENDAR_VIEWS
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
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
      <h2 className="min-w-44 flex-1 text-lg font-bold" aria-live="polite">
        {pageTitle(view, date)}
      </h2>
      <SegmentedControl
        aria-label={s.view}
        options={views.map((value) => ({ value, label: s.views[value] }))}
        value={view}
        onChange={onView}
      />
    </div>
  )
}
