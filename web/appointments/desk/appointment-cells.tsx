import { clsx } from 'clsx'
import { NotebookPen, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { isLate, isWaiting, mayArrive } from '#shared/appointments/attendance.ts'
import type { CalendarAppointment, StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/status-messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { visitMessages as v } from '#shared/appointments/board/visit-messages.ts'
import { isPayable, isUnpaid } from '#shared/appointments/status.ts'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { peopleOf, servicesInShort, servicesOf, treatmentsOf } from '#shared/lib/visit-services.ts'
import { clientPath } from '#web/clients/client-paths.ts'
import { payPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.tsx'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { useMinute, useToday } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PhoneLink } from '#web/ui/data/phone-link.tsx'
import { StatusBadge } from '#web/ui/data/status-badge.tsx'
import { offeredTransitions } from './offered-transitions.ts'
import type { StartTransition } from './offered-transitions.ts'
import { useArrive, useMayUndo, useUndo } from '#web/appointments/visit/visit-changes.ts'
import { formatWait } from '#web/appointments/visit/waiting-time.ts'

const VisitDialog = lazyDialog(async () => (await import('./visit-dialog.tsx')).VisitDialog)

type CellProps<Row = StaffAppointment> = { appointment: Row }

export function ClientCell({ appointment }: CellProps) {
  const { contact_number } = appointment
  return (
    <>
      {/* Two links one above the other, each a target of 24 px without overlap. */}
      <ClientLink client={appointment} className="-mt-0.5 block py-0.5 font-semibold text-ink" />
      <span className="tnum block text-compact font-normal text-ink-2">
        <PhoneLink number={contact_number} className="my-0! -mb-1! pt-0.5! pb-1!" />
      </span>
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

/** The staff's note about the visit, if any. */
export function VisitNoteText({
  appointment: { note },
  className,
}: CellProps<CalendarAppointment> & { className?: string }) {
  if (note.text === null) return null
  return (
    <span className={clsx('block text-compact whitespace-pre-line wrap-anywhere text-ink-2', className)}>
      <span className="font-semibold">{v.noteOf}</span> {note.text}
    </span>
  )
}

/** The time range and the business date; midnight belongs to the date that it ends. */
export function TimeCell({ appointment: { appointment_date, appointment_time, duration_minutes } }: CellProps) {
  return (
    <>
      <span className="tnum block whitespace-nowrap">
        {formatTimeRange(appointment_time, duration_minutes)}
        {appointment_time === '00:00:00' && ` (${s.midnight})`}
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

/** Opens the visit's dialog with note and further actions. */
function DetailsAction({ appointment }: CellProps<CalendarAppointment>) {
  const details = useDialog(VisitDialog)
  return (
    <>
      <IconButton
        label={v.detailsOf(appointment.name)}
        icon={<NotebookPen size={18} aria-hidden="true" />}
        onClick={() => details.open({ appointment })}
        className="flex-none!"
      />
      {details.element}
    </>
  )
}

/** Marks the client as arrived with one tap. */
function ArrivedButton({ appointment }: CellProps<CalendarAppointment>) {
  const arrive = useArrive()
  if (!mayArrive(appointment, useMinute()) || appointment.arrived_at !== null) return null
  return (
    <Button
      busy={arrive.busy}
      aria-label={s.actionFor(v.arrived, appointment.name)}
      onClick={() => void arrive.run(appointment)}
      className="px-3.5! text-sm! whitespace-nowrap"
    >
      {v.arrived}
    </Button>
  )
}

/** Undoes this person's last change of the visit. */
export function UndoButton({ appointment }: CellProps<CalendarAppointment>) {
  const undo = useUndo()
  if (!useMayUndo(appointment)) return null
  return (
    <Button
      variant="quiet"
      busy={undo.busy}
      aria-label={s.actionFor(v.undo, appointment.name)}
      onClick={() => void undo.run(appointment)}
      icon={<Undo2 size={18} aria-hidden="true" />}
      className="px-3.5! text-sm! whitespace-nowrap"
    >
      {v.undo}
    </Button>
  )
}

export function HistoryAction({ appointment: row }: CellProps<CalendarAppointment>) {
  const time = formatTime(row.appointment_time)
  const name = s.whose(row.name, servicesOf(row), formatShortDate(row.appointment_date), time)
  return <HistoryButton record={{ subject: 'appointment', id: row.id, name }} />
}

type ActionsCellProps = CellProps<CalendarAppointment> & {
  startTransition: StartTransition
  /** True: the buttons divide the full width. */
  wide?: boolean
}

/** The appointment's possible status changes. */
export function ActionsCell({ appointment, startTransition, wide = false }: ActionsCellProps) {
  const today = useToday()
  return (
    <span
      className={clsx(
        'flex flex-wrap justify-end gap-2 @min-[80rem]/cards-lg:flex-nowrap cards:w-full cards:*:flex-1',
        wide && '*:flex-1',
      )}
    >
      <ArrivedButton appointment={appointment} />
      {offeredTransitions(appointment, today).map(({ to, label, look }) => (
        <Button
          key={to}
          variant={look}
          aria-label={s.actionFor(label, appointment.name)}
          onClick={() => startTransition(appointment, to)}
          className="px-3.5! text-sm! whitespace-nowrap"
        >
          {label}
        </Button>
      ))}
      <PayLink appointment={appointment} isNext={isUnpaid(appointment) && appointment.status === 'completed'} />
      <UndoButton appointment={appointment} />
      <DetailsAction appointment={appointment} />
    </span>
  )
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
