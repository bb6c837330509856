import { useEffect, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import type { VisitHit } from '#shared/lib/visits-hit.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.tsx'
import { PhoneLink } from '#web/ui/data/phone-link.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

/** The visits that a change would affect, with the server's message. */
export type Hit = { sentence: string; visits: readonly VisitHit[]; total: number }

/** The affected visits in an error; undefined for other errors. */
export const hitOf = (
  error: { message: string },
  data: { visits: readonly VisitHit[]; total: number } | undefined,
): Hit | undefined => data && { sentence: error.message, ...data }

/** Clears the affected visits when a form value changes, because they must be computed again. */
export function useForgetHit<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  setHit: (hit: undefined) => void,
): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setHit(undefined) }), [subscribe, setHit])
}

/** The role's appointments page, filtered by the client. */
function useDeskOf({ client_name }: VisitHit): string {
  const desk = useRole() === 'admin' ? paths.appointments.admin : paths.appointments.cashier
  return `${desk}?search=${encodeURIComponent(client_name)}`
}

/** Scrolls the message into view, because in a long form it may be below the visible part. */
const scrollIntoSight = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' })
}

/** The client's phone and e-mail as links. */
export function Contact({ visit: { client_name, contact_number, email } }: { visit: VisitHit }) {
  if (contact_number === null && email === null) return <span className="block text-ink-2">{s.noContact}</span>
  return (
    <span className="flex flex-wrap gap-x-4 text-ink-2">
      {contact_number !== null && <PhoneLink number={contact_number} className="my-0! py-0.5!" />}
      {email !== null && (
        <a
          href={`mailto:${email}`}
          aria-label={s.writeTo(client_name)}
          className="inline-block py-0.5 wrap-anywhere underline"
        >
          {email}
        </a>
      )}
    </span>
  )
}

/** The visit's client and time, with a link to where it can be moved. */
export const VisitLink = ({ visit }: { visit: VisitHit }) => (
  <>
    <a
      href={useDeskOf(visit)}
      target="_blank"
      rel="noreferrer"
      aria-label={s.openVisit(visit.client_name)}
      className="inline-block py-0.5 font-semibold wrap-anywhere underline"
    >
      {visit.client_name}
    </a>
    <span className="block text-ink-2">
      {s.visitAt(visit.service_name, formatShortDate(visit.appointment_date), formatTime(visit.appointment_time))}
    </span>
  </>
)

const VisitsToMoveDialog = lazyDialog(async () => (await import('./visits-to-move.tsx')).VisitsToMoveDialog)

/** Opens the list of visits to move after a change that kept them. */
export function useVisitsToMove(): { openFor: (kept: Hit | undefined) => void; element: ReactNode } {
  const { open, element } = useDialog(VisitsToMoveDialog)
  return { openFor: (kept) => kept && open({ hit: kept }), element }
}

/** The visits that a change would affect, each with a link to move it and the client's contact. */
export function VisitsHit({ hit: { sentence, visits, total } }: { hit: Hit }) {
  return (
    <div role="alert" ref={scrollIntoSight} className="rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warning">{sentence}</p>
      <p className="mt-1 text-ink">{s.thenMove}</p>
      <ul className="mt-2 max-h-56 space-y-1.5 overflow-y-auto text-ink" tabIndex={0} aria-label={s.visits}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <VisitLink visit={visit} />
            <Contact visit={visit} />
          </li>
        ))}
        {total > visits.length && <li className="text-ink-2">{s.moreVisits(total - visits.length)}</li>}
      </ul>
    </div>
  )
}
