import { CalendarX2, ChevronDown, ChevronLeft, ChevronRight, UserRoundX } from 'lucide-react'
import { Fragment } from 'react'
import { isWaiting } from '#shared/appointments/attendance.ts'
import { myDayContract, type OwnVisit } from '#shared/my-day/contract.ts'
import { myDayMessages as s } from '#shared/my-day/messages.ts'
import { addDays, formatInstantTime, formatLongDate, isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { alertsFirst, useAlertsOf } from '#web/alerts/use-alerts.ts'
import { useRead } from '#web/data/use-read.ts'
import { useMinute, useToday } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { MyCalendarFeed } from '#web/messages/calendar-feed.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState, Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { VisitCard } from './visit-card.tsx'

const addressDefaults = { date: '' }

/** A practitioner's visits of today, made for phones. */
export default function MyDayPage() {
  const today = useToday()
  const [address, change] = useUrlState(addressDefaults)
  const date = isCivilDate(address.date) ? address.date : today
  const day = useRead(myDayContract.day, { querystring: { date } }, { live: true, failed: s.failed })
  const goTo = (next: CivilDate) => change({ date: next === today ? '' : next })
  const answer = day.data?.data
  const alerts = useAlertsOf(answer?.visits.map(({ client_id }) => client_id) ?? [])
  const waiting = answer?.visits.filter(isWaiting).length ?? 0
  const counts = answer && [s.visits(answer.visits.length), ...(waiting > 0 ? [s.waiting(waiting)] : [])].join(' · ')
  return (
    <div className="mx-auto max-w-2xl space-y-4">
      <PageHeader
        title={s.title}
        subtitle={[answer?.practitioner_name, formatLongDate(date), counts].filter(Boolean).join(' · ')}
      />
      <DayBar date={date} today={today} goTo={goTo} />
      <Loaded read={alertsFirst(day, alerts)} skeleton={<DaySkeleton />}>
        {({ data: { practitioner_name, visits } }) =>
          practitioner_name === null ? (
            <EmptyState icon={UserRoundX} title={s.notLinkedTitle} body={s.notLinkedHint} />
          ) : (
            <>
              <Visits visits={visits} date={date} today={today} />
              <MyCalendarFeed />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

type DayBarProps = { date: CivilDate; today: CivilDate; goTo: (date: CivilDate) => void }

function DayBar({ date, today, goTo }: DayBarProps) {
  return (
    <div className="flex items-center gap-2">
      <IconButton
        label={s.previous}
        variant="secondary"
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        onClick={() => goTo(addDays(date, -1))}
      />
      <DateInput
        aria-label={s.date}
        value={date}
        onChange={(event) => isCivilDate(event.target.value) && goTo(event.target.value)}
        className="min-w-0 flex-1"
      />
      <IconButton
        label={s.next}
        variant="secondary"
        icon={<ChevronRight size={20} aria-hidden="true" />}
        onClick={() => goTo(addDays(date, 1))}
      />
      <Button onClick={() => goTo(today)} disabled={date === today}>
        {s.today}
      </Button>
    </div>
  )
}

function DaySkeleton() {
  return (
    <SkeletonGroup className="space-y-3">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={i} className="h-28" />
      ))}
    </SkeletonGroup>
  )
}

type VisitsProps = { visits: readonly OwnVisit[]; date: CivilDate; today: CivilDate }

/** True when nothing is left to do with the visit, not even an undo. */
const isDone = ({ status, undo }: OwnVisit, now: Date) =>
  status === 'completed' && (undo === null || new Date(undo.until) <= now)

/** Visits by time; today with a line at the current time, and finished ones collapsed. */
function Visits({ visits, date, today }: VisitsProps) {
  const now = useMinute()
  if (visits.length === 0) return <EmptyState icon={CalendarX2} title={s.noneTitle} body={s.noneHint} />
  const done = date === today ? visits.filter((visit) => isDone(visit, now)) : []
  const left = visits.filter((visit) => !done.includes(visit))
  const isToCome = (visit: OwnVisit) => new Date(visit.starts_at) > now
  const next = date === today ? left.findIndex(isToCome) : -1
  const line = <NowLine now={now} />
  return (
    <div className="space-y-3">
      {done.length > 0 && <DoneVisits visits={done} today={today} now={now} />}
      <ol aria-label={s.list(formatLongDate(date))} className="space-y-3">
        {left.map((visit, index) => (
          <Fragment key={visit.id}>
            {index === next && line}
            <VisitCard visit={visit} today={today} now={now} />
          </Fragment>
        ))}
        {date === today && next === -1 && line}
      </ol>
    </div>
  )
}

function DoneVisits({ visits, today, now }: Pick<VisitsProps, 'visits' | 'today'> & { now: Date }) {
  return (
    <details className="group rounded-card border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="shrink-0 text-ink-2 motion-safe:transition-transform group-open:rotate-180"
        />
        {s.done(visits.length)}
      </summary>
      <ol aria-label={s.done(visits.length)} className="space-y-3 px-3 pb-3">
        {visits.map((visit) => (
          <VisitCard key={visit.id} visit={visit} today={today} now={now} />
        ))}
      </ol>
    </details>
  )
}

function NowLine({ now }: { now: Date }) {
  return (
    <li className="flex items-center gap-3 text-sm font-bold text-danger" data-now-line>
      <span className="tnum">{s.now(formatInstantTime(now))}</span>
      <span aria-hidden="true" className="h-0.5 flex-1 rounded-full bg-danger" />
    </li>
  )
}
