import { clsx } from 'clsx'
import { CalendarX2, Check } from 'lucide-react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { pageTitle } from '#shared/appointments/calendar.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { servicesInShort, servicesOf } from '#shared/lib/visit-services.ts'
import { WithPerson } from '#web/appointments/visit/visit-marks.tsx'
import { EmptyState, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { isChoosable, type DateGridProps } from './date-grid.ts'
import type { CalendarDay } from './use-calendar.ts'

/** Two weeks as a list of the dates that have entries. */
export function AgendaView(props: DateGridProps) {
  const { data, mode } = props
  if (data.isLoading) return <AgendaSkeleton />
  const days = data.dates
    .map(data.day)
    .filter((day) => mode.edit || mode.add || day.appointments.length > 0 || day.disabled || day.holiday)
  // If the days could not be loaded, the agenda does not claim to be empty; the panel above shows the error.
  if (days.length === 0) return data.error ? null : <EmptyState icon={CalendarX2} title={s.agendaEmpty} />
  return (
    <ScrollBox role="group" aria-label={pageTitle('agenda', props.cursor)} className="max-h-[min(40rem,70dvh)]">
      {days.map((day) => (
        <AgendaDay key={day.date} {...props} day={day} />
      ))}
    </ScrollBox>
  )
}

function AgendaSkeleton() {
  return (
    <SkeletonGroup className="space-y-4 p-4">
      {Array.from({ length: 5 }, (_, i) => (
        <Skeleton key={i} className="h-10" />
      ))}
    </SkeletonGroup>
  )
}

function AgendaDay({ day, today, chosen, mode, onChoose }: DateGridProps & { day: CalendarDay }) {
  const isOpen = isChoosable(day, today, mode)
  const isPicked = mode.picked.includes(day.date)
  const note = day.disabled ? s.closed(day.disabled.remark) : day.holiday && s.holiday(day.holiday)
  return (
    <section className="border-b border-line last:border-b-0">
      <h3>
        <button
          type="button"
          disabled={!isOpen}
          aria-pressed={mode.edit ? isPicked : undefined}
          onClick={() => onChoose(day.date)}
          className={clsx(
            'flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-left text-sm font-bold outline-offset-[-3px]',
            isPicked ? 'bg-danger-soft' : 'bg-surface-2',
            isOpen ? 'hover:bg-primary-soft' : 'text-ink-2',
            day.date === chosen && 'text-primary-ink',
          )}
        >
          {isPicked && <Check size={18} className="self-center text-danger" aria-hidden="true" />}
          {formatLongDate(day.date)}
          {note && <span className="font-normal text-ink-2">{note}</span>}
        </button>
      </h3>
      {day.appointments.length > 0 && (
        <ul>
          {day.appointments.map((row) => (
            <li key={row.id} className="border-t border-line">
              <AgendaRow
                appointment={row}
                onOpen={isOpen ? () => onChoose(day.date, { appointmentId: row.id }) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type AgendaRowProps = { appointment: CalendarAppointment; onOpen: (() => void) | undefined }

/**
 * An appointment in the agenda. Pressing it opens the list of its date at this appointment, where its status can be
 * changed.
 */
function AgendaRow({ appointment: row, onOpen }: AgendaRowProps) {
  const look = 'flex min-h-11 w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left'
  const words = (
    <>
      <span className="tnum w-40 shrink-0 text-sm">{formatTimeRange(row.appointment_time, row.duration_minutes)}</span>
      <span className="min-w-40 flex-1 text-sm">
        <span className="font-semibold">{row.name}</span>
        <span className="block text-ink-2" title={servicesOf(row)}>
          {servicesInShort(row)}
        </span>
        <WithPerson appointment={row} className="block text-ink-2" />
      </span>
      <StatusBadge status={row.status}>{statusMessages.statuses[row.status]}</StatusBadge>
    </>
  )
  if (!onOpen) return <div className={look}>{words}</div>
  return (
    <button
      type="button"
      onClick={onOpen}
      className={clsx(look, 'touch-manipulation outline-offset-[-3px] hover:bg-surface-2')}
    >
      {words}
    </button>
  )
}
