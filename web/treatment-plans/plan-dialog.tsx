import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { INTERVAL_UNITS, MAX_SESSIONS, treatmentPlansContract } from '#shared/treatment-plans/contract.ts'
import type { IntervalUnit, TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { useToday } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type PlanValues = {
  service_id: string
  sessions: number
  interval_count: number
  interval_unit: IntervalUnit
  goal: string
  started_on: string
}

const reread = [treatmentPlansContract.inChart, treatmentPlansContract.ofClient, treatmentPlansContract.due]

type StartPlanDialogProps = DialogControl & { clientId: string; name: string }

/** Starts a treatment plan. Its id is made when the dialog opens, so that a plan that is sent twice is stored once. */
export function StartPlanDialog({ open, onClose, clientId, name }: StartPlanDialogProps) {
  const today = useToday()
  const [id] = useState(newUuid)
  const values: PlanValues = {
    service_id: '',
    sessions: 6,
    interval_count: 3,
    interval_unit: 'weeks',
    goal: '',
    started_on: today,
  }
  const { form, dialog } = useContractForm(treatmentPlansContract.start, {
    values,
    input: (body) => ({ params: { id: clientId }, body: { ...body, id } }),
    done: s.started,
    failed: s.notStarted,
    reread,
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.startTitle}
      description={name}
      leave={s.cancel}
      send={s.start}
      busyLabel={s.starting}
      {...dialog}
    >
      <div className="space-y-4">
        <ServiceFields form={form} />
        <PlanFields form={form} />
      </div>
    </FormDialog>
  )
}

const valuesOf = (plan: TreatmentPlan): PlanValues => ({
  service_id: plan.service_id,
  sessions: plan.sessions,
  interval_count: plan.interval_count,
  interval_unit: plan.interval_unit,
  goal: plan.goal ?? '',
  started_on: plan.started_on,
})

/** Changes a treatment plan; its service stays, because visits with this service count as its sessions. */
export function EditPlanDialog({ open, onClose, plan, name }: DialogControl & { plan: TreatmentPlan; name: string }) {
  const { form, dialog } = useContractForm(treatmentPlansContract.change, {
    values: valuesOf(plan),
    edits: { row: plan, valuesOf },
    input: ({ service_id: _, ...body }) => ({ params: { id: plan.id }, body }),
    done: s.saved,
    failed: s.notSaved,
    reread,
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.editTitle}
      description={`${name} · ${plan.service_name}`}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <PlanFields form={form} />
      </div>
    </FormDialog>
  )
}

type PlanForm = UseFormReturn<PlanValues>

/** Treatment and service; a service can be chosen once its treatment is. */
function ServiceFields({ form }: { form: PlanForm }) {
  const [treatmentId, setTreatmentId] = useState<string | null>(null)
  const treatments = useRead(bookingCatalogueContract.treatments, {})
  const services = useRead(bookingCatalogueContract.services, treatmentId === null ? null : { params: { treatmentId } })
  const failure = treatments.failure ?? services.failure
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={s.treatment} group>
        <Select
          options={(treatments.data?.data ?? []).map(({ id, treatment_name }) => ({
            value: id,
            label: treatment_name,
          }))}
          value={treatmentId}
          placeholder={s.chooseTreatment}
          onChange={(id) => {
            setTreatmentId(id)
            form.setValue('service_id', '')
          }}
        />
      </Field>
      <Controller
        control={form.control}
        name="service_id"
        render={({ field, fieldState }) => (
          <Field label={s.service} group error={fieldState.error?.message}>
            <Select
              options={(services.data?.data ?? []).map(({ id, service_name }) => ({ value: id, label: service_name }))}
              value={field.value || null}
              disabled={treatmentId === null}
              onChange={field.onChange}
              ref={field.ref}
            />
          </Field>
        )}
      />
      {failure && <ErrorPanel {...failure} />}
    </div>
  )
}

const units = INTERVAL_UNITS.map((value) => ({ value, label: s.units[value] }))

function PlanFields({ form }: { form: PlanForm }) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <>
      <Controller
        control={control}
        name="sessions"
        render={({ field }) => (
          <Field label={s.sessions} error={errors.sessions?.message}>
            <NumberInput {...field} min={2} max={MAX_SESSIONS} />
          </Field>
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="interval_count"
          render={({ field }) => (
            <Field label={s.every} error={errors.interval_count?.message}>
              <NumberInput {...field} min={1} max={365} />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="interval_unit"
          render={({ field }) => (
            <Field label={s.unit} group>
              <SegmentedControl options={units} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
      </div>
      <Field label={s.goal} hint={s.goalHint} error={errors.goal?.message}>
        <Textarea {...register('goal')} rows={3} />
      </Field>
      <Controller
        control={control}
        name="started_on"
        render={({ field }) => (
          <Field label={s.firstDay} hint={s.firstDayHint} error={errors.started_on?.message}>
            <DateInput {...field} />
          </Field>
        )}
      />
    </>
  )
}
