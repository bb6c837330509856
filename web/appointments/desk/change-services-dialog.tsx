import { useState, type FormEvent } from 'react'
import { boardMessages, calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { visitMessages as s } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { servicesOf, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { UNDO_SECONDS, useUndo } from '#web/appointments/visit/visit-changes.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { describeAppointment, failedAs, conflictText } from './appointment-changes.ts'
import { AddService, ServiceList } from './schedule-service-fields.tsx'

const OverbookDialog = lazyDialog(
  async () => (await import('#web/appointments/visit/overbook-dialog.tsx')).OverbookDialog,
)

/** A service of the visit, with its length in this visit. */
type Part = { id: string; service_name: string; duration_minutes: number }

const lengthOf = (parts: readonly { duration_minutes: number }[]) =>
  parts.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0)

const partsOf = ({ service_id, service_name, duration_minutes, further_services }: CalendarAppointment): Part[] => [
  { id: service_id, service_name, duration_minutes: duration_minutes - lengthOf(further_services) },
  ...further_services.map((one) => ({ ...one, id: one.service_id })),
]

const idsOf = (parts: readonly Part[]) => parts.map(({ id }) => id)

type ServiceChange = { parts: readonly Part[]; overbook?: { resource_ids: string[]; reason: string } }

const conflictsOf = (error: ApiError) => errorDataOf(visitContract.changeServices, 'slot_taken', error)?.conflicts ?? []

const servicesNotChanged = failedUnlessDeclined(failedAs(s.servicesNotChanged))

/** Saves the services; the toast offers Undo. Conflicts lead to a question instead of an error toast. */
function useChangeServices(visit: CalendarAppointment) {
  const undo = useUndo()
  return useAction(
    ({ parts, overbook }: ServiceChange) =>
      sendWithReason('changed', (override) => {
        const body = { service_ids: idsOf(parts), ...(overbook && { overbook }), ...(override && { override }) }
        return api(visitContract.changeServices, { params: { id: visit.id }, body }, ifMatch(visit))
      }),
    {
      done: ({ data }) => ({
        title: s.servicesChanged,
        description: describeAppointment(data),
        seconds: UNDO_SECONDS,
        secondary: { label: s.undo, onPress: () => void undo.run(data) },
      }),
      failed: (error) => (conflictsOf(error).length > 0 ? null : servicesNotChanged(error)),
      reread: deskReads,
    },
  )
}

type ChangeServicesDialogProps = DialogControl & { appointment: CalendarAppointment; onChanged: () => void }

/** Adds and removes services of a visit. Its start stays; the new length is shown before saving. */
export function ChangeServicesDialog({ open, onClose, appointment, onChanged }: ChangeServicesDialogProps) {
  const [parts, setParts] = useState(() => partsOf(appointment))
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<{ service?: string }>({})
  const fields = useFocusOnError(errors)
  const { busy, run } = useChangeServices(appointment)
  const overbooking = useDialog(OverbookDialog)
  const isSame = idsOf(parts).join() === idsOf(partsOf(appointment)).join()
  const range = formatTimeRange(appointment.appointment_time, lengthOf(parts))
  const closeDialog = () => {
    onClose()
    onChanged()
  }
  const send = async (overbook?: ServiceChange['overbook']) => {
    const outcome = await run({ parts, ...(overbook && { overbook }) })
    if (outcome.kind === 'done') return closeDialog()
    if (outcome.kind === 'skipped') return
    const conflicts = conflictsOf(outcome.error)
    // A failure without conflicts closes the dialog only if somebody else has changed the visit.
    if (conflicts.length === 0) return outcome.error.code === 'state_moved' ? closeDialog() : undefined
    overbooking.open({
      lead: `${appointment.name}, ${servicesOf(withServiceNames(parts))}, ${range}`,
      taken: conflicts.map(conflictText),
      leave: boardMessages.overbookBack,
      onOverbook: (reason) => void send({ resource_ids: conflicts.map(({ id }) => id), reason }),
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (text.trim() !== '') setErrors({ service: appointmentMessages.unknownService })
    else if (parts.length > 0 && !isSame) void send()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.changeServices}
      description={appointment.name}
      leave={uiMessages.cancel}
      send={s.saveServices}
      busy={busy}
      busyLabel={s.saving}
      disabled={(parts.length === 0 || isSame) && text.trim() === ''}
      unsaved={!isSame || text.trim() !== ''}
      onSubmit={submit}
    >
      <div ref={fields} className="space-y-4">
        {parts.length > 0 && (
          <ServiceList services={parts} onRemove={(id) => setParts(parts.filter((one) => one.id !== id))} />
        )}
        <p role="status" className="tnum text-sm font-semibold">
          {parts.length === 0
            ? visitServicesMessages.atLeastOne
            : `${range} · ${calendarMessages.minutes(lengthOf(parts))}`}
        </p>
        <AddService
          services={parts}
          onAdd={(part) => setParts([...parts, part])}
          text={text}
          onText={(typed) => {
            setText(typed)
            setErrors({})
          }}
          error={errors.service}
        />
      </div>
      {overbooking.element}
    </FormDialog>
  )
}

const withServiceNames = ([first, ...further_services]: readonly Part[]) => ({
  service_name: first?.service_name ?? '',
  further_services,
})
