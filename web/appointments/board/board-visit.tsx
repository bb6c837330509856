import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import { isLate, isWaiting } from '#shared/appointments/attendance.ts'
import type { BoardVisit } from '#shared/appointments/board/contract.ts'
import { boardMessages as s } from '#shared/appointments/board/messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/status-messages.ts'
import { isUnpaid } from '#shared/appointments/status.ts'
import { visitMessages } from '#shared/appointments/board/visit-messages.ts'
import { servicesInShort } from '#shared/lib/visit-services.ts'
import { formatWait } from '#web/appointments/visit/waiting-time.ts'
import { statusTone } from '#web/ui/data/status-tone.ts'
import { toneDot, toneSoft, toneText } from '#web/ui/tone.ts'

/** What stands at the right edge of a visit: how long its client waits, that they are late, what is paid. */
export function markOf(visit: BoardVisit, now: Date): { text: string; look: string } | null {
  if (visit.arrived_at !== null && isWaiting(visit))
    return { text: visitMessages.waiting(formatWait(visit.arrived_at, now)), look: 'bg-info-soft text-info' }
  if (isLate(visit, now)) return { text: visitMessages.late, look: 'bg-danger-soft text-danger' }
  if (isUnpaid(visit)) return { text: deskMessages.unpaid, look: 'bg-warning-soft text-warning' }
  return visit.is_paid ? { text: deskMessages.paid, look: 'bg-surface text-gold-ink' } : null
}

type BoardVisitProps = {
  visit: BoardVisit
  mark: string | undefined
  markLook: string | undefined
  /** The rooms, or by room the person. */
  place: string
  /** It shares the column with others at its time: there the name has the room, and what it is is told by colour. */
  isNarrow?: boolean
}

const ground = ({ status }: BoardVisit) =>
  status === 'completed' ? 'bg-surface-3 text-ink-2' : clsx(toneSoft[statusTone(status)], 'text-ink!')

/** A visit as a card: client, service, time and room; below 45 minutes in two lines, below half an hour in one. */
export const VisitCard = memo(function VisitCard({ visit, mark, markLook, place, isNarrow = false }: BoardVisitProps) {
  const { status, name, duration_minutes: minutes, overbook_reason } = visit
  const tone = statusTone(status)
  const isShort = minutes < 45
  const word = statusMessages.statuses[status]
  return (
    <span className={clsx('flex h-full overflow-clip rounded-sm text-left text-xs leading-[1.05rem]', ground(visit))}>
      <span className={clsx('w-1 shrink-0', toneDot[tone])} aria-hidden="true" />
      <span className={clsx('min-w-0 flex-1 px-1.5', minutes >= 30 && 'pt-1')}>
        <span className="flex items-center gap-1">
          <span className="truncate text-compact font-bold">{name}</span>
          {overbook_reason !== null && (
            <CircleAlert size={14} className="shrink-0 text-danger" aria-label={s.overbooked} />
          )}
          {isShort && !isNarrow && <Words isShort {...{ tone, word, mark, markLook }} />}
        </span>
        {minutes >= 30 && (
          <span className="block truncate text-ink-2">
            {isNarrow && mark !== undefined && (
              <span className={clsx('tnum mr-1 rounded-full px-1 font-bold', markLook)}>{mark}</span>
            )}
            {place === '' ? servicesInShort(visit) : `${servicesInShort(visit)} · ${place}`}
          </span>
        )}
        {minutes >= 60 && (
          <span className="tnum block truncate text-ink-2">{formatTimeRange(visit.appointment_time, minutes)}</span>
        )}
        {!isShort && !isNarrow && (
          <span className="flex items-center gap-1">
            <Words {...{ tone, word, mark, markLook }} />
          </span>
        )}
        {minutes >= 75 && overbook_reason !== null && (
          <span className="block truncate text-danger">{s.overbookedWhy(overbook_reason)}</span>
        )}
      </span>
    </span>
  )
})

type WordsProps = Pick<BoardVisitProps, 'mark' | 'markLook'> & {
  tone: keyof typeof toneDot
  word: string
  /** A mark takes the place of the word, which the colour and the name for screen readers say too. */
  isShort?: boolean
}

function Words({ tone, word, mark, markLook, isShort = false }: WordsProps) {
  return (
    <>
      <span
        className={clsx(
          'shrink-0 font-semibold',
          isShort && 'ml-auto',
          isShort && mark !== undefined && 'sr-only',
          toneText[tone],
        )}
      >
        {word}
      </span>
      {mark !== undefined && (
        <span className={clsx('tnum ml-auto shrink-0 rounded-full px-1.5 font-bold', markLook)}>{mark}</span>
      )}
    </>
  )
}
