import { isWaiting } from '#shared/appointments/attendance.ts'
import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { canTransition } from '#shared/appointments/status.ts'
import { formatTime } from '#shared/lib/manila-time.ts'
import { servicesInShort } from '#shared/lib/visit-services.ts'
import type { StartTransition } from '#web/appointments/desk/appointment-changes.ts'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { useMinute } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { WalkInQueue } from '#web/walk-ins/walk-in-queue.tsx'

type BoardRailProps = {
  day: BoardDay
  isToday: boolean
  startTransition: StartTransition
  onOpen: (visit: BoardVisit) => void
}

/** The visits whose clients have arrived and wait, in order of arrival. */
const queueOf = ({ visits }: BoardDay): BoardVisit[] =>
  visits.filter(isWaiting).toSorted((a, b) => Date.parse(a.arrived_at!) - Date.parse(b.arrived_at!))

/** The list of waiting clients, beside the day board or below it on a narrow screen. */
export function BoardRail({ day, isToday, startTransition, onOpen }: BoardRailProps) {
  const queue = queueOf(day)
  if (!isToday) return null
  return (
    <div className="border-t border-line xl:w-70 xl:border-t-0 xl:border-l">
      <WaitingVisits {...{ queue, startTransition, onOpen }} />
      <WalkInQueue heading="h3" className="border-t border-line" />
    </div>
  )
}

type WaitingVisitsProps = Pick<BoardRailProps, 'startTransition' | 'onOpen'> & { queue: readonly BoardVisit[] }

function WaitingVisits({ queue, startTransition, onOpen }: WaitingVisitsProps) {
  return (
    <section aria-label={s.waiting}>
      <h3 className="flex min-h-16 items-center gap-2 border-b border-line px-4 text-ctl font-bold">
        {s.waiting} {queue.length > 0 && <Badge>{queue.length}</Badge>}
      </h3>
      {queue.length === 0 ? (
        <p className="px-4 py-6 text-sm text-ink-2">{s.noneWaiting}</p>
      ) : (
        <ul className="divide-y divide-line">
          {queue.map((visit) => (
            <Waiting key={visit.id} visit={visit} startTransition={startTransition} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  )
}

type WaitingProps = Pick<BoardRailProps, 'startTransition' | 'onOpen'> & { visit: BoardVisit }

function Waiting({ visit, startTransition, onOpen }: WaitingProps) {
  const now = useMinute()
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex items-baseline justify-between gap-2">
        <button
          type="button"
          className="min-w-0 text-left font-bold wrap-anywhere hover:underline"
          onClick={() => onOpen(visit)}
        >
          {visit.name}
        </button>
        <span className="tnum shrink-0 text-sm font-semibold text-info">{formatWait(visit.arrived_at!, now)}</span>
      </div>
      <p className="text-sm text-ink-2">{s.waitingFor(servicesInShort(visit), formatTime(visit.appointment_time))}</p>
      {canTransition(visit.status, 'on-going') && (
        <Button
          block
          aria-label={deskMessages.actionFor(s.start, visit.name)}
          onClick={() => startTransition(visit, 'on-going')}
        >
          {s.start}
        </Button>
      )}
    </li>
  )
}
