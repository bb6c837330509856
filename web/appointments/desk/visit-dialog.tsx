import { useRef, useState, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { canMarkArrival } from '#shared/appointments/attendance.ts'
import { visitMessages as s } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment, VisitNote } from '#shared/appointments/contract.ts'
import { isActive } from '#shared/appointments/status.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { ClientNote } from '#web/appointments/visit/client-note.tsx'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useArrive, useMayUndo, useUndoArrival, useUndo } from '#web/appointments/visit/visit-changes.ts'
import { WithPerson } from '#web/appointments/visit/visit-marks.tsx'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { VisitDeposit } from '#web/deposits/desk/visit-deposit.tsx'
import { VisitHandOverButton } from '#web/forms/filling/hand-over-button.tsx'
import { useMinute, useToday } from '#web/lib/use-now.ts'
import { CoveredServices } from '#web/prepaid/open-packages.tsx'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { discardQuestion } from '#web/ui/overlays/unsaved-changes.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ClientLink, PayLink, StatusCell, usePayable } from './appointment-cells.tsx'
import { describeAppointment, offeredTransitions, type StartTransition } from './appointment-changes.ts'

const ChangeServicesDialog = lazyDialog(async () => (await import('./change-services-dialog.tsx')).ChangeServicesDialog)

const VisitSuppliesDialog = lazyDialog(
  async () => (await import('#web/appointments/visit/supplies-dialog.tsx')).VisitSuppliesDialog,
)

type VisitDialogProps = DialogControl & {
  appointment: CalendarAppointment
  /** Starts a status change; undefined if the visit's row already has buttons for it. */
  startTransition?: StartTransition
}

const valuesOf = ({ text }: VisitNote) => ({ note: text ?? '' })

/** A visit's dialog: note, arrival and undo. */
export function VisitDialog({ open, onClose, appointment, startTransition }: VisitDialogProps) {
  const { form, dialog } = useContractForm(visitContract.changeNote, {
    values: valuesOf(appointment.note),
    edits: { row: appointment.note, valuesOf },
    input: (body) => ({ params: { id: appointment.id }, body }),
    done: s.noteSaved,
    failed: s.noteNotSaved,
    reread: deskReads,
    onDone: onClose,
  })
  // The button of the most frequent action gets the focus when the dialog opens, and not the note.
  const mainAction = useRef<HTMLElement>(null)
  const { hasActed, ...leaving } = useCloseAfterAction(form, appointment.note, onClose)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.visit}
      initialFocus={mainAction}
      description={describeAppointment(appointment)}
      leave={s.close}
      leaveAsks
      send={s.saveNote}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-5">
        <Facts appointment={appointment} isOld={hasActed} />
        <div
          ref={(place) => {
            mainAction.current = place?.querySelector<HTMLElement>('button, a[href]') ?? null
          }}
        >
          {!hasActed && <VisitActions appointment={appointment} {...leaving} startTransition={startTransition} />}
        </div>
        {isActive(appointment.status) && (
          <VisitHandOverButton client={appointment} appointmentId={appointment.id} block />
        )}
        <VisitDeposit visit={appointment} />
        <Field label={s.note} hint={s.noteHint} error={form.formState.errors.note?.message}>
          <Textarea {...form.register('note')} rows={4} />
        </Field>
      </div>
    </FormDialog>
  )
}

/**
 * Closes the dialog after an action, such as a status change. If the note is unsaved, the dialog stays open and focuses
 * the note.
 */
function useCloseAfterAction(form: UseFormReturn<{ note: string }>, note: VisitNote, onClose: () => void) {
  const confirm = useConfirm()
  const [hasActed, setHasActed] = useState(false)
  // The form is read only when an action is done, because a note may be typed after this hook has run.
  const isTyped = () => form.getValues('note') !== valuesOf(note).note
  return {
    /**
     * True if the dialog stays open after an action, such as a status change, because the visit's note is unsaved. The
     * outdated details of the visit are hidden then.
     */
    hasActed,
    onDone: () => {
      if (!isTyped()) return onClose()
      setHasActed(true)
      form.setFocus('note')
    },
    /**
     * Asks about an unsaved note before the visit is moved, because the move may remove the visit's row and this dialog
     * with it.
     */
    beforeMove: async (move: () => void) => {
      if (isTyped() && !(await confirm(discardQuestion))) return
      form.reset()
      move()
    },
    onClose,
  }
}

const servicesIn = ({ service_id, service_name, further_services }: CalendarAppointment) =>
  [{ service_id, service_name }, ...further_services].map((one) => ({ id: one.service_id, name: one.service_name }))

type FactsProps = Pick<VisitDialogProps, 'appointment'> & { isOld: boolean }

function Facts({ appointment, isOld }: FactsProps) {
  const { arrived_at, overbook_reason } = appointment
  return (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <ClientLink client={appointment} className="inline-flex min-h-11 items-center font-semibold text-primary" />
        <PhoneLink number={appointment.contact_number} className="text-sm text-ink-2" />
      </p>
      <AlertLine clientId={appointment.client_id} />
      <p className="text-ink-2">
        {servicesOf(appointment)}
        <WithPerson appointment={appointment} className="block" />
      </p>
      {!isOld && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusCell appointment={appointment} />
          {arrived_at && (
            <span className="tnum text-sm text-ink-2">{s.arrivedAt(formatInstantTime(new Date(arrived_at)))}</span>
          )}
        </p>
      )}
      {!appointment.is_paid && <CoveredServices clientId={appointment.client_id} services={servicesIn(appointment)} />}
      <ClientNote visit={appointment} />
      {overbook_reason !== null && (
        <p className="text-sm font-semibold wrap-anywhere text-danger">{s.overbookedWhy(overbook_reason)}</p>
      )}
    </div>
  )
}

type VisitActionsProps = Pick<VisitDialogProps, 'appointment' | 'onClose'> & {
  onDone: () => void
  beforeMove: (move: () => void) => Promise<void>
  startTransition: StartTransition | undefined
}

/**
 * The buttons for what can be done with the visit now. Each of them closes the dialog, unless there is an unsaved note.
 */
function VisitActions({ appointment, onClose, onDone, beforeMove, startTransition }: VisitActionsProps) {
  const today = useToday()
  const isPayable = usePayable(appointment)
  const arrive = useArrive(onDone)
  const takeBack = useUndoArrival(onDone)
  const undo = useUndo(onDone)
  const isOfDay = canMarkArrival(appointment, useMinute())
  const mayUndo = useMayUndo(appointment)
  const services = useDialog(ChangeServicesDialog, { onChanged: onDone })
  const supplies = useDialog(VisitSuppliesDialog)
  const buttons: ReactNode[] = []
  if (isOfDay && appointment.arrived_at === null)
    buttons.push(
      <Button key="arrived" variant="primary" busy={arrive.busy} onClick={() => void arrive.run(appointment)}>
        {s.arrived}
      </Button>,
    )
  if (isOfDay && appointment.arrived_at !== null)
    buttons.push(
      <Button key="not-arrived" busy={takeBack.busy} onClick={() => void takeBack.run(appointment)}>
        {s.notArrived}
      </Button>,
    )
  if (isActive(appointment.status) && !appointment.is_paid)
    buttons.push(
      <Button key="services" onClick={() => services.open({ appointment })}>
        {s.changeServices}
      </Button>,
    )
  if (appointment.status === 'completed')
    buttons.push(
      <Button key="supplies" onClick={() => supplies.open({ id: appointment.id, client: appointment.name })}>
        {s.suppliesUsed}
      </Button>,
    )
  if (mayUndo)
    buttons.push(
      <Button key="undo" busy={undo.busy} onClick={() => void beforeMove(() => void undo.run(appointment))}>
        {s.undo}
      </Button>,
    )
  if (startTransition)
    for (const { to, label, look } of offeredTransitions(appointment, today))
      buttons.push(
        <Button
          key={to}
          variant={look}
          onClick={() =>
            void beforeMove(() => {
              onClose()
              startTransition(appointment, to)
            })
          }
        >
          {label}
        </Button>,
      )
  if (startTransition && isPayable) buttons.push(<PayLink key="pay" appointment={appointment} />)
  if (buttons.length === 0) return null
  return (
    <div className="flex flex-wrap gap-3 *:flex-1">
      {buttons}
      {services.element}
      {supplies.element}
    </div>
  )
}
