import { MessageSquare, MoveRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { availabilityContract, type FreeDay } from '#shared/appointments/availability-contract.ts'
import { MAX_CALENDAR_DAYS, type CalendarAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { requestsContract } from '#shared/appointments/requests-contract.ts'
import { rescheduleTimes } from '#shared/appointments/slots.ts'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import type { VisitHit } from '#shared/lib/visits-hit.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { RescheduleDialog } from '#web/appointments/desk/reschedule-dialog.tsx'
import type { NewTime } from '#web/appointments/desk/use-move-form.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { Contact, VisitLink, type Hit } from './visits-hit.tsx'

/** The visits that are now outside the hours; each can be moved to its next free time, or its client notified. */
export function VisitsToMoveDialog({ open, onClose, hit: { visits, total } }: DialogControl & { hit: Hit }) {
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

function VisitToMove({ visit }: { visit: VisitHit }) {
  const [to, setTo] = useState<NewTime | null>(null)
  const move = useDialog(MoveDialog)
  // The button that opened the dialog no longer exists.
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
            {(visit.email !== null || visit.contact_number !== null) && <TellButton visit={visit} />}
          </div>
        </>
      ) : (
        <p ref={moved} role="status" tabIndex={-1} className="mt-1 font-semibold text-success">
          {s.movedTo(formatShortDate(to.date), formatTime(to.time))}
        </p>
      )}
      {move.element}
    </li>
  )
}

/** Notifies the client that the visit must be moved. */
function TellButton({ visit: { id, client_name } }: { visit: VisitHit }) {
  const tell = useAction(messagesContract.askToMove, {
    done: ({ message }) => message,
    failed: s.notTold,
    reread: [messagesContract.ofClient, messagesContract.list],
  })
  return (
    <Button
      aria-label={s.messageTo(client_name)}
      busy={tell.busy}
      busyLabel={s.telling}
      onClick={() => void tell.run({ params: { id } })}
    >
      <MessageSquare size={18} aria-hidden="true" />
      {s.message}
    </Button>
  )
}

/** The first free start after the visit's current time that a move offers. */
function nextFree(days: readonly FreeDay[] | undefined, { appointment_date, appointment_time }: StaffAppointment) {
  const offered = new Set(rescheduleTimes(15))
  const starts = days?.flatMap(({ date, starts: of }) => of.map(({ time }) => ({ date, time }))) ?? []
  return starts.find(({ date, time }) => offered.has(time) && (date > appointment_date || time > appointment_time))
}

type MoveDialogProps = DialogControl & {
  visit: VisitHit
  onMoved: (to: NewTime) => void
  finalFocus: () => HTMLElement | true
}

/** A visit, and the free time with which its move dialog opens. */
type Offer = { appointment: CalendarAppointment; first: NewTime | undefined }

/** The move dialog of a visit, at its next free time or at its date. */
function MoveDialog({ visit: { id, appointment_date: date }, ...dialog }: MoveDialogProps) {
  const { open } = dialog
  const [offer, setOffer] = useState<Offer>()
  const today = useToday()
  const read = useRead(requestsContract.arrivals, { querystring: { ids: id } })
  const appointment = read.data?.appointments[0]
  const free = useRead(
    availabilityContract.atDesk,
    appointment
      ? {
          querystring: {
            service_id: appointment.service_id,
            ...(appointment.further_services.length > 0 && {
              further_services: appointment.further_services.map((one) => one.service_id).join(),
            }),
            date: date < today ? today : date,
            days: MAX_CALENDAR_DAYS,
          },
        }
      : null,
  )
  if (offer) return <RescheduleDialog {...dialog} {...offer} {...(appointment && { appointment })} />
  if (read.failure) return open && <ErrorPanel {...read.failure} />
  // Waits for fresh data, because earlier data may offer a time that the previous move took. The offered time then
  // stays.
  if (appointment && !read.isFetching && !free.isFetching && (free.data || free.failure))
    setOffer({ appointment, first: nextFree(free.data?.data.days, appointment) })
  return (
    open && (
      <p role="status" className="mt-2 text-ink-2">
        {s.lookingForTime}
      </p>
    )
  )
}
