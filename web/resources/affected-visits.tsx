import { MessageSquare, MoveRight } from 'lucide-react'
import { useEffect, type ReactNode, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import type { AffectedVisit } from '#shared/lib/affected-visits.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import type { NewTime } from '#web/appointments/visit/use-move-form.ts'
import { useAction } from '#web/data/use-action.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const MoveDialog = lazyDialog(async () => (await import('./move-affected-visit-dialog.tsx')).MoveAffectedVisitDialog)

/** The visits that a change would affect, with the server's message. */
export type AffectedVisits = { sentence: string; visits: readonly AffectedVisit[]; total: number }

/** The affected visits in an error; undefined for other errors. */
export const affectedVisitsIn = (
  error: { message: string },
  data: { visits: readonly AffectedVisit[]; total: number } | undefined,
): AffectedVisits | undefined => data && { sentence: error.message, ...data }

/** Clears the affected visits when a form value changes, because they must be computed again. */
export function useClearAffectedVisits<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  setAffected: (affected: undefined) => void,
): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setAffected(undefined) }),
    [subscribe, setAffected],
  )
}

/** The path of the appointments page of the user's role, filtered by the visit's client. */
function useDeskOf({ client_name }: AffectedVisit): string {
  const desk = useRole() === 'admin' ? paths.appointments.admin : paths.appointments.cashier
  return `${desk}?search=${encodeURIComponent(client_name)}`
}

/** Scrolls the element into view, because in a long form it may be below the visible part. */
const scrollIntoView = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' })
}

/** The client's phone and e-mail as links. */
function Contact({ visit: { client_name, contact_number, email } }: { visit: AffectedVisit }) {
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
const VisitLink = ({ visit }: { visit: AffectedVisit }) => (
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
      {s.visitAt(visit.service_name, formatShortDate(visit.appointment_date), formatStart(visit.appointment_time))}
    </span>
  </>
)

/** Opens the dialog that lists the visits to be moved after a change of hours. */
export function useVisitsToMove(): { openFor: (affected: AffectedVisits | undefined) => void; element: ReactNode } {
  const { open, element } = useDialog(VisitsToMoveDialog)
  return { openFor: (affected) => affected && open({ affected: affected }), element }
}

/** The visits that a change would affect, each with a link to move it and the client's contact. */
export function AffectedVisitList({ affected: { sentence, visits, total } }: { affected: AffectedVisits }) {
  return (
    <div role="alert" ref={scrollIntoView} className="rounded-card bg-warning-soft px-4 py-3 text-sm">
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

/** The visits that are now outside the hours; each can be moved to its next free time, or its client notified. */
export function VisitsToMoveDialog({
  open,
  onClose,
  affected: { visits, total },
}: DialogControl & { affected: AffectedVisits }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.toMoveTitle(total)}
      description={s.toMoveHint}
      footer={<Button onClick={onClose}>{s.close}</Button>}
    >
      <ul aria-label={s.visits} className="divide-y divide-line">
        {visits.map((visit) => (
          <VisitToMove key={visit.id} visit={visit} />
        ))}
        {total > visits.length && <li className="py-3 text-ink-2">{s.moreVisits(total - visits.length)}</li>}
      </ul>
    </Dialog>
  )
}

function VisitToMove({ visit }: { visit: AffectedVisit }) {
  const [to, setTo] = useState<NewTime | null>(null)
  const move = useDialog(MoveDialog)
  // The result gets the focus after a move, because the button that opened the dialog no longer exists.
  const moved = useRef<HTMLParagraphElement>(null)
  const finalFocus = () => moved.current ?? true
  return (
    <li className="py-3">
      <VisitLink visit={visit} />
      {to === null ? (
        <>
          <Contact visit={visit} />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              aria-label={s.moveOf(visit.client_name)}
              onClick={() => move.open({ visit, onMoved: setTo, finalFocus })}
            >
              <MoveRight size={18} aria-hidden="true" />
              {s.move}
            </Button>
            {(visit.email !== null || visit.contact_number !== null) && <NotifyButton visit={visit} />}
          </div>
        </>
      ) : (
        <p ref={moved} role="status" tabIndex={-1} className="mt-1 font-semibold text-success">
          {s.movedTo(formatShortDate(to.date), formatStart(to.time))}
        </p>
      )}
      {move.element}
    </li>
  )
}

/** Notifies the client that the visit must be moved. */
function NotifyButton({ visit: { id, client_name } }: { visit: AffectedVisit }) {
  const notify = useAction(messagesContract.askToMove, {
    done: ({ message }) => message,
    failed: s.notTold,
    reread: [messagesContract.ofClient, messagesContract.list],
  })
  return (
    <Button
      aria-label={s.messageTo(client_name)}
      busy={notify.busy}
      busyLabel={s.telling}
      onClick={() => void notify.run({ params: { id } })}
    >
      <MessageSquare size={18} aria-hidden="true" />
      {s.message}
    </Button>
  )
}
