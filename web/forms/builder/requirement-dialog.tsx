import { Controller, type UseFormReturn } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract, type FormDetail } from '#shared/forms/contract.ts'
import { FORM_FREQUENCIES, type FormFrequency } from '#shared/forms/requirement.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { formReads } from './use-form-editor.ts'

type Values = {
  frequency: FormFrequency
  every_months: number | null
  scope: 'all' | 'chosen'
  treatment_ids: string[]
  service_ids: string[]
}

const valuesOf = ({ requirement }: FormDetail): Values => ({
  ...requirement,
  scope: requirement.treatment_ids.length + requirement.service_ids.length > 0 ? 'chosen' : 'all',
})

const bodyOf = ({ scope, ...body }: Values) =>
  scope === 'all' || body.frequency === 'by_hand' ? { ...body, treatment_ids: [], service_ids: [] } : body

const isIncomplete = ({ frequency, scope, treatment_ids, service_ids }: Values) =>
  frequency !== 'by_hand' && scope === 'chosen' && treatment_ids.length + service_ids.length === 0

type RequirementDialogProps = DialogControl & { form: FormDetail; onSaved: (form: FormDetail) => void }

/** Chooses when, and for which treatments or services, clients are asked to sign a form. */
export function RequirementDialog({ open, onClose, form: edited, onSaved }: RequirementDialogProps) {
  const { form, dialog } = useContractForm(formsContract.require, {
    values: valuesOf(edited),
    edits: { row: edited, valuesOf },
    input: (values) => ({ params: { id: edited.id }, body: bodyOf(values) }),
    judge: (values, found) => (isIncomplete(values) ? { ...found, service_ids: s.chooseOne } : found),
    done: s.requirementSaved,
    failed: s.notSaved,
    reread: formReads,
    onDone: ({ data }) => {
      onSaved(data)
      onClose()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.requirement}
      leave={s.cancel}
      send={s.saveRequirement}
      busyLabel={s.savingRequirement}
      {...dialog}
    >
      <RequirementFields form={form} />
    </FormDialog>
  )
}

type FieldsProps = { form: UseFormReturn<Values> }

const frequencies = FORM_FREQUENCIES.map((value) => ({
  value,
  label: s.frequencies[value],
  detail: s.frequencyHints[value],
}))

const scopes = [
  { value: 'all', label: s.forAll },
  { value: 'chosen', label: s.forChosen },
] as const

function RequirementFields({ form }: FieldsProps) {
  const { control, watch, formState } = form
  const [frequency, scope] = watch(['frequency', 'scope'])
  return (
    <div className="space-y-5">
      <Field label={s.frequency} group>
        <Controller
          control={control}
          name="frequency"
          render={({ field }) => <RadioGroup options={frequencies} value={field.value} onChange={field.onChange} />}
        />
      </Field>
      {frequency === 'every_months' && (
        <Field label={s.months} required error={formState.errors.every_months?.message}>
          <Controller
            control={control}
            name="every_months"
            render={({ field }) => <NumberInput min={1} max={120} value={field.value} onChange={field.onChange} />}
          />
        </Field>
      )}
      {frequency !== 'by_hand' && (
        <Field label={s.forWhich} group>
          <Controller
            control={control}
            name="scope"
            render={({ field }) => <RadioGroup options={scopes} value={field.value} onChange={field.onChange} />}
          />
        </Field>
      )}
      {frequency !== 'by_hand' && scope === 'chosen' && <ServiceFields form={form} />}
    </div>
  )
}

function ServiceFields({ form: { control, formState } }: FieldsProps) {
  const treatments = useEveryRow(catalogueContract.treatments)
  const services = useEveryRow(catalogueContract.services)
  return (
    <>
      <Field label={s.treatments} group>
        <Controller
          control={control}
          name="treatment_ids"
          render={({ field }) => (
            <MultiSelect
              options={(treatments.data ?? []).map((one) => ({ value: one.id, label: one.treatment_name }))}
              value={field.value}
              onChange={field.onChange}
              placeholder={s.chooseTreatments}
              emptyText={s.noTreatments}
            />
          )}
        />
      </Field>
      <Field label={s.services} group error={formState.errors.service_ids?.message}>
        <Controller
          control={control}
          name="service_ids"
          render={({ field }) => (
            <MultiSelect
              options={(services.data ?? []).map((one) => ({
                value: one.service_id,
                label: one.service_name,
                detail: one.treatment_name,
              }))}
              value={field.value}
              onChange={field.onChange}
              placeholder={s.chooseServices}
              emptyText={s.noServices}
            />
          )}
        />
      </Field>
    </>
  )
}
