import { clsx } from 'clsx'
import { NotebookPen, Undo2 } from 'lucide-react'
import { canMarkArrival } from '#shared/appointments/attendance.ts'
import { visitMessages as v, deskMessages as s } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { isUnpaid } from '#shared/appointments/status.ts'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { useArrive, useMayUndo, useUndo } from '#web/appointments/visit/visit-changes.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { useMinute, useToday } from '#web/lib/use-now.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PayLink } from './appointment-cells.tsx'
import { offeredTransitions, type StartTransition } from './appointment-changes.ts'

const VisitDialog = lazyDialog(async () => (await import('./visit-dialog.tsx')).VisitDialog)

type CellProps = { appointment: CalendarAppointment }

/** Opens the visit's dialog with note and further actions. */
function DetailsAction({ appointment }: CellProps) {
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
function ArrivedButton({ appointment }: CellProps) {
  const arrive = useArrive()
  if (!canMarkArrival(appointment, useMinute()) || appointment.arrived_at !== null) return null
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

/** Undoes the last change that the logged-in person made to the visit. */
export function UndoButton({ appointment }: CellProps) {
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

export function HistoryAction({ appointment: row }: CellProps) {
  const time = formatTime(row.appointment_time)
  const name = s.whose(row.name, servicesOf(row), formatShortDate(row.appointment_date), time)
  return <HistoryButton record={{ subject: 'appointment', id: row.id, name }} />
}

type ActionsCellProps = CellProps & {
  startTransition: StartTransition
  /** If true, the buttons share the full width. */
  wide?: boolean
}

/** The buttons for the status changes that an appointment allows. */
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
