import { clsx } from 'clsx'
import { Ban, CalendarX2, PartyPopper } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { visitMessages, startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { formatDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { servicesInShort, servicesOf } from '#shared/lib/visit-services.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { useCalendar, type CalendarData, type CalendarDay } from '#web/appointments/calendar/use-calendar.ts'
import { WithPerson } from '#web/appointments/visit/visit-marks.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ActionsCell, HistoryAction, UndoButton } from './appointment-actions.tsx'
import { ClientLink, StatusCell, VisitNoteText } from './appointment-cells.tsx'
import type { StartTransition } from './appointment-changes.ts'

type ChosenDayProps = {
  date: CivilDate
  /** The calendar's data; the appointments of a date that the calendar does not show are loaded separately. */
  data: CalendarData
  startTransition: StartTransition
  /** True if the list is shown beside the calendar; false if it is a dialog that opens with a tap on a date. */
  isWide: boolean
  open: boolean
  onClose: () => void
} & Omit<TappedVisit, 'takesFocus'>

/** The list of a date's appointments, titled "Appointments for November 21, 2026". */
export const ChosenDay = memo(function ChosenDay(props: ChosenDayProps) {
  const { date, data, startTransition, isWide, open, onClose, sought, onFound } = props
  const isOnPage = data.dates.includes(date)
  const alone = useCalendar('day', date, !isOnPage)
  const { day, isLoading, error, retry } = isOnPage ? data : alone
  const title = s.dayTitle(formatDate(date))
  // If the appointments of the day could not be loaded, an error is shown and not an empty list.
  const isUnknown = error !== undefined && day(date).appointments.length === 0
  const list = isUnknown ? (
    <ErrorPanel message={s.failedToLoad} onRetry={retry} className="my-2" />
  ) : (
    <DayList day={day(date)} {...{ isLoading, startTransition, sought, onFound }} takesFocus={isWide} />
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
})

type TappedVisit = {
  /** The id of the appointment that was tapped in the calendar, to which the list scrolls. */
  sought: string | undefined
  /**
   * True when the tapped appointment also gets the focus; false if the list is in a dialog, which manages the focus
   * itself.
   */
  takesFocus: boolean
  /** Called once the tapped appointment is visible. */
  onFound: () => void
}

type DayListProps = TappedVisit & { day: CalendarDay; isLoading: boolean; startTransition: StartTransition }

/** The appointments of a date with their possible status changes. */
function DayList({ day, isLoading, sought, ...rest }: DayListProps) {
  if (isLoading) return <DaySkeleton />
  return (
    <>
      <ClosedDayNote day={day} />
      {day.appointments.length === 0 && <EmptyState icon={CalendarX2} title={s.dayEmpty} className="py-8" />}
      <ul>
        {day.appointments.map((row) => (
          <DayRow key={row.id} appointment={row} isSought={row.id === sought} {...rest} />
        ))}
      </ul>
      <JustCancelled appointments={day.justCancelled} />
    </>
  )
}

/** Visits that the logged-in person has just cancelled, each with an Undo button. */
function JustCancelled({ appointments }: { appointments: readonly CalendarAppointment[] }) {
  if (appointments.length === 0) return null
  return (
    <section aria-label={visitMessages.justCancelled} className="border-t border-line py-3">
      <h3 className="text-sm font-semibold text-ink-2">{visitMessages.justCancelled}</h3>
      <ul>
        {appointments.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 text-sm">
              <span className="block font-semibold wrap-anywhere">{row.name}</span>
              <span className="tnum block text-ink-2">
                {formatTimeRange(row.appointment_time, row.duration_minutes)}
              </span>
            </span>
            <UndoButton appointment={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type DayRowProps = Omit<TappedVisit, 'sought'> & {
  appointment: CalendarAppointment
  isSought: boolean
  startTransition: StartTransition
}

const DayRow = memo(function DayRow({ appointment: row, isSought, takesFocus, onFound, ...props }: DayRowProps) {
  const item = useRef<HTMLLIElement>(null)
  const [flashes, setFlashes] = useState(0)
  useEffect(() => {
    if (!isSought) return
    item.current?.scrollIntoView({ block: 'nearest' })
    if (takesFocus) item.current?.focus({ preventScroll: true })
    setFlashes((before) => before + 1)
    onFound()
  }, [isSought, takesFocus, onFound])
  return (
    <li ref={item} tabIndex={-1} className="scroll-my-2 border-t border-line outline-offset-2 first:border-t-0">
      <div key={flashes} className={clsx('space-y-2 py-3', flashes > 0 && 'animate-flash')}>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <span className="min-w-0">
            <ClientLink client={row} className="block font-semibold" />
            <PhoneLink number={row.contact_number} className="text-sm text-ink-2" />
            <span className="block text-sm text-ink-2" title={servicesOf(row)}>
              {servicesInShort(row)}
            </span>
            <WithPerson appointment={row} className="block text-sm text-ink-2" />
            <span className="tnum block text-sm">
              {formatTimeRange(row.appointment_time, row.duration_minutes)}
              {row.appointment_time === '00:00:00' && ` (${startTimeMessages.midnight})`}
            </span>
            <AlertLine clientId={row.client_id} isShort className="mt-1" />
            <VisitNoteText appointment={row} className="mt-1" />
          </span>
          <span className="-my-1.5 -mr-2 flex items-center gap-1">
            <StatusCell appointment={row} />
            <HistoryAction appointment={row} />
          </span>
        </div>
        <ActionsCell appointment={row} startTransition={props.startTransition} wide />
      </div>
    </li>
  )
})

function DaySkeleton() {
  return (
    <SkeletonGroup className="space-y-3 py-3">
      {Array.from({ length: 5 }, (_, i) => (
        <Skeleton key={i} className="h-16" />
      ))}
    </SkeletonGroup>
  )
}

function ClosedDayNote({ day: { disabled, holiday } }: { day: CalendarDay }) {
  const text = disabled ? s.closed(disabled.remark) : holiday && s.holiday(holiday)
  if (!text) return null
  const Icon = disabled ? Ban : PartyPopper
  return (
    <p className="my-2 flex items-center gap-2 rounded-ctl bg-surface-2 px-3 py-2 text-sm text-ink-2">
      <Icon size={16} className="shrink-0" aria-hidden="true" />
      {text}
    </p>
  )
}
