import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import type { VisitHit } from '#shared/lib/visits-hit.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { paths } from '#web/lib/paths.ts'

/** The visits that a change would hit, and what the server says about them. */
export type Hit = { sentence: string; visits: readonly VisitHit[]; total: number }

/** A refusal of the server that lists visits; undefined for every other. */
export const hitOf = (
  error: { message: string },
  data: { visits: readonly VisitHit[]; total: number } | undefined,
): Hit | undefined => data && { sentence: error.message, ...data }

/** Forgets what was hit as soon as a value of the form changes: the new one is asked about anew. */
export function useForgetHit<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  setHit: (hit: undefined) => void,
): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setHit(undefined) }), [subscribe, setHit])
}

/** The desk's list of what is booked, narrowed to a client. */
const deskOf = ({ client_name }: VisitHit) => `${paths.appointments.admin}?search=${encodeURIComponent(client_name)}`

/** A long form hides what is below it: the button that was pressed stays where it is, the reason comes to it. */
const scrollIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Lists the visits that a change would hit, each with a link to where it can be moved. */
export function VisitsHit({ hit: { sentence, visits, total } }: { hit: Hit }) {
  return (
    <div role="alert" ref={scrollIntoSight} className="rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warning">{sentence}</p>
      <ul className="mt-2 max-h-56 space-y-1.5 overflow-y-auto text-ink" tabIndex={0} aria-label={s.visits}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <a
              href={deskOf(visit)}
              target="_blank"
              rel="noreferrer"
              aria-label={s.openVisit(visit.client_name)}
              className="inline-block py-0.5 font-semibold wrap-anywhere underline"
            >
              {visit.client_name}
            </a>
            <span className="block text-ink-2">
              {s.visitAt(
                visit.service_name,
                formatShortDate(visit.appointment_date),
                formatTime(visit.appointment_time),
              )}
            </span>
          </li>
        ))}
        {total > visits.length && <li className="text-ink-2">{s.moreVisits(total - visits.length)}</li>}
      </ul>
    </div>
  )
}
