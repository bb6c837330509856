import { Ban, CalendarX2, PartyPopper } from 'lucide-react'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { appointmentWords, deskSentences } from '#shared/appointments/desk-sentences.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { ActionsCell } from './appointment-cells.tsx'
import type { CalendarDay } from '#web/appointments/calendar/use-calendar.ts'
import type { StartMove } from './use-desk-moves.tsx'

type DayListProps = { day: CalendarDay; isLoading: boolean; startMove: StartMove }

/** The appointments of a date with the moves that are open to each. */
export function DayList({ day, isLoading, startMove }: DayListProps) {
  if (isLoading) return <DaySkeleton />
  return (
    <>
      <DayNotice day={day} />
      {day.appointments.length === 0 && <EmptyState icon={CalendarX2} title={s.dayEmpty} className="py-8" />}
      <ul>
        {day.appointments.map((row) => (
          <li key={row.id} className="space-y-2 border-t border-line py-3 first:border-t-0">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{row.name}</span>
                <span className="block text-sm text-ink-2">{row.service_name}</span>
                <span className="tnum block text-sm">
                  {formatTimeRange(row.appointment_time)}
                  {row.appointment_time === '00:00:00' && ` (${deskSentences.midnight})`}
                </span>
              </span>
              <span className="flex flex-wrap gap-1">
                <StatusBadge status={row.status}>{appointmentWords.statuses[row.status]}</StatusBadge>
                {row.overdue && <Badge tone="danger">{deskSentences.overdue}</Badge>}
              </span>
            </div>
            <ActionsCell appointment={row} startMove={startMove} wide />
          </li>
        ))}
      </ul>
    </>
  )
}

function DaySkeleton() {
  return (
    <SkeletonGroup className="space-y-3 py-3">
      {Array.from({ length: 5 }, (_, i) => (
        <Skeleton key={i} className="h-16" />
      ))}
    </SkeletonGroup>
  )
}

function DayNotice({ day: { disabled, holiday } }: { day: CalendarDay }) {
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
