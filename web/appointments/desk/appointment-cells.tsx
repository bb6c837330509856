import { clsx } from 'clsx'
import { Link } from 'react-router'
import { isLate, isWaiting } from '#shared/appointments/attendance.ts'
import { visitMessages as v, deskMessages as s, startTimeMessages } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment, StaffAppointment } from '#shared/appointments/contract.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { isActive, isPayable, isUnpaid } from '#shared/appointments/status.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { peopleOf, servicesInShort, servicesOf, treatmentsOf } from '#shared/lib/visit-services.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { clientPath } from '#web/clients/client-paths.ts'
import { MissingFormsBadge } from '#web/forms/filling/missing-forms.tsx'
import { payPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { useMinute, useToday } from '#web/lib/use-now.ts'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'

type CellProps<Row = StaffAppointment> = { appointment: Row }

export function ClientCell({ appointment }: CellProps) {
  const { contact_number } = appointment
  return (
    <>
      {/* The client's name and number are two links, one above the other. Each is a target of 24 px, and they do not
          overlap. */}
      <ClientLink client={appointment} className="-mt-0.5 block py-0.5 font-semibold text-ink" />
      <span className="tnum block text-compact font-normal text-ink-2">
        <PhoneLink number={contact_number} className="my-0! -mb-1! pt-0.5! pb-1!" />
      </span>
      <AlertLine clientId={appointment.client_id} isShort className="mt-1" />
    </>
  )
}

type ClientLinkProps = { client: Pick<CalendarAppointment, 'client_id' | 'name'>; className?: string }

/** The client's name as a link to their page. */
export function ClientLink({ client: { client_id, name }, className }: ClientLinkProps) {
  const role = useRole()
  return (
    <Link to={clientPath(role, client_id)} className={clsx('wrap-anywhere hover:underline', className)}>
      {name}
    </Link>
  )
}

export function ServiceCell({ appointment }: CellProps) {
  const people = peopleOf(appointment)
  return (
    <>
      <span className="block" title={servicesOf(appointment)}>
        {servicesInShort(appointment)}
      </span>
      <span className="block text-compact text-ink-2">
        {treatmentsOf(appointment)}
        {people !== null && `, ${s.withPerson(people)}`}
      </span>
      <VisitNoteText appointment={appointment} className="line-clamp-2" />
    </>
  )
}

type NoteTextProps = CellProps<Pick<CalendarAppointment, 'note' | 'client_note'>> & { className?: string }

/** What the client wrote while booking, and the staff's note about the visit. */
export const VisitNoteText = ({ appointment: { note, client_note }, className }: NoteTextProps) =>
  [
    { label: v.fromClient, text: client_note },
    { label: v.noteOf, text: note.text },
  ].map(
    ({ label, text }) =>
      text !== null && (
        <span
          key={label}
          className={clsx('block text-compact whitespace-pre-line wrap-anywhere text-ink-2', className)}
        >
          <span className="font-semibold">{label}</span> {text}
        </span>
      ),
  )

/** Shows the time range and the business date of a visit; midnight belongs to the date that it ends. */
export function TimeCell({ appointment: { appointment_date, appointment_time, duration_minutes } }: CellProps) {
  return (
    <>
      <span className="tnum block whitespace-nowrap">
        {formatTimeRange(appointment_time, duration_minutes)}
        {appointment_time === '00:00:00' && ` (${startTimeMessages.midnight})`}
      </span>
      <span className="tnum block text-compact whitespace-nowrap text-ink-2">{formatShortDate(appointment_date)}</span>
    </>
  )
}

export function StatusCell({ appointment }: CellProps<CalendarAppointment>) {
  const { status, overdue, is_paid } = appointment
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge status={status}>{statusMessages.statuses[status]}</StatusBadge>
      <Attendance appointment={appointment} />
      <MissingFormsBadge appointmentId={isActive(status) ? appointment.id : null} />
      {overdue && <Badge tone="danger">{s.overdue}</Badge>}
      {is_paid && <Badge tone="gold">{s.paid}</Badge>}
      {isUnpaid({ status, is_paid }) && <Badge tone="warning">{s.unpaid}</Badge>}
    </span>
  )
}

/** How long the client has waited since arrival, or that they are late. */
function Attendance({ appointment }: CellProps<CalendarAppointment>) {
  const now = useMinute()
  if (appointment.arrived_at !== null && isWaiting(appointment))
    return <Badge tone="info">{v.waiting(formatWait(appointment.arrived_at, now))}</Badge>
  return !appointment.overdue && isLate(appointment, now) ? <Badge tone="warning">{v.late}</Badge> : null
}

/** True when this person can open the till with this visit. */
export function usePayable(appointment: CalendarAppointment): boolean {
  const today = useToday()
  const maySell = useMaySell()
  return maySell && isPayable(appointment, today)
}

type PayLinkProps = CellProps<CalendarAppointment> & {
  /** True when payment is the only remaining step. */
  isNext?: boolean
}

/**
 * A link to the till with this visit in the order; hidden for people who do not sell and for visits that cannot be
 * paid.
 */
export function PayLink({ appointment, isNext = false }: PayLinkProps) {
  if (!usePayable(appointment)) return null
  return (
    <Link
      to={payPath(appointment.id)}
      aria-label={s.actionFor(s.pay, appointment.name)}
      className={`${buttonClass({ variant: isNext ? 'primary' : 'secondary' })} px-3.5! text-sm! whitespace-nowrap`}
    >
      {s.pay}
    </Link>
  )
}
