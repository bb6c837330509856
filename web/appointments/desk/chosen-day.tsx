import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { formatDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { DayList, type Sought } from './day-panel.tsx'
import { useCalendar, type CalendarData } from '#web/appointments/calendar/use-calendar.ts'
import type { StartMove } from './use-desk-moves.tsx'

type ChosenDayProps = {
  date: CivilDate
  /** The calendar's page; a date that is not on it is read by itself. */
  data: CalendarData
  startMove: StartMove
  /** Beside the calendar, or in a dialog that opens with a tap on a date. */
  isWide: boolean
  open: boolean
  onClose: () => void
} & Omit<Sought, 'takesFocus'>

/** «Appointments for November 21, 2026». */
export function ChosenDay({ date, data, startMove, isWide, open, onClose, sought, onFound }: ChosenDayProps) {
  const isOnPage = data.dates.includes(date)
  const alone = useCalendar('day', date, !isOnPage)
  const { day, isLoading, error, retry } = isOnPage ? data : alone
  const title = s.dayTitle(formatDate(date))
  // A day of which nothing could be read is not an empty day.
  const isUnknown = error !== undefined && day(date).appointments.length === 0
  const list = isUnknown ? (
    <ErrorPanel message={s.failedToLoad} onRetry={retry} className="my-2" />
  ) : (
    <DayList day={day(date)} {...{ isLoading, startMove, sought, onFound }} takesFocus={isWide} />
  )
  if (!isWide)
    return (
      <Dialog open={open} onClose={onClose} title={title}>
        {list}
      </Dialog>
    )
  return (
    <SectionCard title={title} aside={<Badge>{day(date).appointments.length}</Badge>} bodyClassName="pb-2">
      <ScrollBox role="group" aria-label={title} className="max-h-[44rem] px-5">
        {list}
      </ScrollBox>
    </SectionCard>
  )
}
