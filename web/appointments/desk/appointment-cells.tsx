import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { CalendarAppointment, StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/status-messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { isPayable, isUnpaid } from '#shared/appointments/status.ts'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { clientPath } from '#web/clients/client-paths.ts'
import { payPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.tsx'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { useToday } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/data/phone-link.tsx'
import { StatusBadge } from '#web/ui/data/status-badge.tsx'
import { offeredTransitions } from './offered-transitions.ts'
import type { StartTransition } from './offered-transitions.ts'

type CellProps<Row = StaffAppointment> = { appointment: Row }

export function ClientCell({ appointment }: CellProps) {
  const { contact_number } = appointment
  return (
    <>
      {/* Two links, one above the other: each is a target of 24 px, and neither lies over the other. */}
      <ClientLink client={appointment} className="-mt-0.5 block py-0.5 font-semibold text-ink" />
      <span className="tnum block text-compact font-normal text-ink-2">
        <PhoneLink number={contact_number} className="my-0! -mb-1! pt-0.5! pb-1!" />
      </span>
    </>
  )
}

type ClientLinkProps = { client: Pick<CalendarAppointment, 'client_id' | 'name'>; className?: string }

/** The name, which leads to the client's page. */
export function ClientLink({ client: { client_id, name }, className }: ClientLinkProps) {
  const role = useRole()
  return (
    <Link to={clientPath(role, client_id)} className={clsx('wrap-anywhere hover:underline', className)}>
      {name}
    </Link>
  )
}

export function ServiceCell({ appointment: { treatment_name, service_name } }: CellProps) {
  return (
    <>
      <span className="block">{service_name}</span>
      <span className="block text-compact text-ink-2">{treatment_name}</span>
    </>
  )
}

/** From when to when, and the business date: midnight is written on the date that it ends. */
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

export function StatusCell({ appointment: { status, overdue, is_paid } }: CellProps<CalendarAppointment>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge status={status}>{statusMessages.statuses[status]}</StatusBadge>
      {overdue && <Badge tone="danger">{s.overdue}</Badge>}
      {is_paid && <Badge tone="gold">{s.paid}</Badge>}
      {isUnpaid({ status, is_paid }) && <Badge tone="warning">{s.unpaid}</Badge>}
    </span>
  )
}

export function HistoryAction({ appointment: row }: CellProps<CalendarAppointment>) {
  const time = formatTime(row.appointment_time)
  const name = s.whose(row.name, row.service_name, formatShortDate(row.appointment_date), time)
  return <HistoryButton record={{ subject: 'appointment', id: row.id, name }} />
}

type ActionsCellProps = CellProps<CalendarAppointment> & {
  startTransition: StartTransition
  /** The buttons share the width of their place. */
  wide?: boolean
}

/** The moves that are open to this appointment now. */
export function ActionsCell({ appointment, startTransition, wide = false }: ActionsCellProps) {
  const today = useToday()
  return (
    <span
      className={clsx(
        'flex flex-wrap justify-end gap-2 @min-[80rem]/cards-lg:flex-nowrap cards:w-full cards:*:flex-1',
        wide && '*:flex-1',
      )}
    >
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
    </span>
  )
}

type PayLinkProps = CellProps<CalendarAppointment> & {
  /** Nothing else is left to do for this visit. */
  isNext?: boolean
}

/** Opens the till with this visit in its order; nothing for who does not sell, and for what cannot be paid. */
export function PayLink({ appointment, isNext = false }: PayLinkProps) {
  const today = useToday()
  const maySell = useMaySell()
  if (!maySell || !isPayable(appointment, today)) return null
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
