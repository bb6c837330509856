import { clsx } from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { memo, useMemo } from 'react'
import { alertMessages as a } from '#shared/alerts/messages.ts'
import { isLate, isWaiting } from '#shared/appointments/attendance.ts'
import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages, visitMessages } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { isActive, isUnpaid } from '#shared/appointments/status.ts'
import type { MissingForm } from '#shared/forms/signing-contract.ts'
import { servicesInShort } from '#shared/lib/visit-services.ts'
import { useAlertTexts } from '#web/alerts/use-alerts.ts'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { MissingFormsIcon } from '#web/forms/filling/missing-forms.tsx'
import { useMissingFormsOf } from '#web/forms/filling/use-missing-forms.ts'
import { statusTone } from '#web/ui/badge.tsx'
import { toneEdge, toneSoft, toneText } from '#web/ui/tone.ts'

/**
 * The words at the right edge of a visit on the day board: how long the client waits, or that the client is late or has
 * paid.
 */
export function markOf(visit: BoardVisit, now: Date): { text: string; look: string } | null {
  if (visit.arrived_at !== null && isWaiting(visit))
    return { text: visitMessages.waiting(formatWait(visit.arrived_at, now)), look: 'bg-info-soft text-info' }
  if (isLate(visit, now)) return { text: visitMessages.late, look: 'bg-danger-soft text-danger' }
  if (isUnpaid(visit)) return { text: deskMessages.unpaid, look: 'bg-warning-soft text-warning' }
  return visit.is_paid ? { text: deskMessages.paid, look: 'bg-surface text-gold-ink' } : null
}

/** The alerts and missing forms that the day board shows on the cards of visits. */
export type VisitWarnings = {
  /** The alerts of each client in words; clients without alerts are missing. */
  alertTexts: ReadonlyMap<string, string>
  /** The forms that are yet to be signed for each unfinished visit; visits without any are missing. */
  missingForms: ReadonlyMap<string, readonly MissingForm[]>
}

/** Reads the warnings of all visits of a day. The object changes only when a warning does. */
export function useVisitWarnings({ visits }: BoardDay): VisitWarnings {
  const clientIds = useMemo(() => [...new Set(visits.map(({ client_id }) => client_id))].toSorted(), [visits])
  const unfinished = useMemo(() => visits.filter(({ status }) => isActive(status)).map(({ id }) => id), [visits])
  const alertTexts = useAlertTexts(clientIds)
  const missingForms = useMissingFormsOf(unfinished)
  return useMemo(() => ({ alertTexts, missingForms }), [alertTexts, missingForms])
}

type BoardVisitProps = {
  visit: BoardVisit
  mark: string | undefined
  markLook: string | undefined
  /** The rooms of the visit or, where columns are rooms, its practitioner. */
  place: string
  /**
   * True when the visit shares its width with other visits: then the card shows only the name, and the status only as a
   * colour.
   */
  isNarrow?: boolean
  /** The client's alerts in words; undefined if the client has no alerts. */
  alerts?: string | undefined
  /** The forms that the client has yet to sign for the visit; undefined if there are none. */
  missingForms?: readonly MissingForm[] | undefined
}

const ground = ({ status }: BoardVisit) =>
  status === 'completed' ? 'bg-surface-3 text-ink-2' : clsx(toneSoft[statusTone(status)], 'text-ink!')

/**
 * A visit as a card: client, service, time and room; in two lines below 45 minutes, in one below half an hour. In such
 * short cards the status is shown only by colour, to leave space for the name, and in the card's accessible name. The
 * lines are one text that the card clips: separate elements would slow down every frame of a drag. Warnings come before
 * the name, because a narrow card clips the end of the line.
 */
export const VisitCard = memo(function VisitCard({
  visit,
  mark,
  markLook,
  place,
  isNarrow = false,
  alerts,
  missingForms,
}: BoardVisitProps) {
  const { status, name, duration_minutes: minutes, overbook_reason } = visit
  const tone = statusTone(status)
  const isShort = minutes < 45
  const hasSecondLine = minutes >= 30
  const markBelow = hasSecondLine && (isNarrow || isShort) && mark !== undefined
  const warning = (
    <>
      {alerts !== undefined && (
        <TriangleAlert size={14} className="inline shrink-0 align-[-0.125em] text-danger" aria-label={a.alerts} />
      )}
      {overbook_reason !== null && (
        <CircleAlert size={14} className="inline shrink-0 align-[-0.125em] text-danger" aria-label={s.overbooked} />
      )}
    </>
  )
  const forms = missingForms && <MissingFormsIcon forms={missingForms} />
  return (
    <span
      className={clsx(
        'block h-full overflow-clip rounded-sm border-l-4 px-1.5 text-left text-xs leading-[1.05rem] text-ellipsis whitespace-nowrap',
        hasSecondLine && 'pt-1',
        ground(visit),
        toneEdge[tone],
      )}
    >
      {isShort && !isNarrow ? (
        <span className="flex items-center gap-1">
          <span className="min-w-0 overflow-clip text-compact font-bold text-ellipsis">{name}</span>
          {warning}
          {forms}
          {!hasSecondLine && mark !== undefined && <Mark {...{ mark, markLook }} />}
        </span>
      ) : (
        <>
          {warning} {forms} <span className="text-compact font-bold">{name}</span>
          <br />
        </>
      )}
      {hasSecondLine && (
        <span className="text-ink-2">
          {markBelow && <span className={clsx('tnum mr-1 rounded-full px-1 font-bold', markLook)}>{mark}</span>}
          {place === '' ? servicesInShort(visit) : `${servicesInShort(visit)} · ${place}`}
        </span>
      )}
      {minutes >= 60 && (
        <>
          <br />
          <span className="tnum text-ink-2">{formatTimeRange(visit.appointment_time, minutes)}</span>
        </>
      )}
      {!isShort && !isNarrow && (
        <span className="flex items-center gap-1">
          <span className={clsx('shrink-0 font-semibold', toneText[tone])}>{statusMessages.statuses[status]}</span>
          {mark !== undefined && <Mark {...{ mark, markLook }} />}
        </span>
      )}
      {minutes >= 60 && alerts !== undefined && (
        <span className="block overflow-clip font-bold text-ellipsis text-danger">{alerts}</span>
      )}
      {minutes >= 75 && overbook_reason !== null && (
        <span className="text-danger">{s.overbookedWhy(overbook_reason)}</span>
      )}
    </span>
  )
})

const Mark = ({ mark, markLook }: Pick<BoardVisitProps, 'mark' | 'markLook'>) => (
  <span className={clsx('tnum ml-auto shrink-0 rounded-full px-1.5 font-bold', markLook)}>{mark}</span>
)
