import type { ReactNode } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { managementSentences } from '#shared/catalogue/management-sentences.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { useTreatmentChoices } from '#web/catalogue/treatment-choices.ts'
import { now } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import { Select } from '#web/ui/select.tsx'
import type { TreatmentValues } from './treatment-values.ts'
import { useOfferedServices, type Offered } from './use-offered-services.ts'

/** Another treatment has other services and add-ons: those chosen before are forgotten. */
export function useChooseTreatment(): (treatmentId: string) => void {
  const { setValue, clearErrors } = useFormContext<TreatmentValues>()
  return (treatmentId) => {
    setValue('treatment_id', treatmentId)
    setValue('service_ids', [])
    setValue('add_on_ids', [])
    clearErrors(['treatment_id', 'service_ids', 'add_on_ids'])
  }
}

type TreatmentChoiceFieldsProps = {
  dateLabel: string
  /** Between the treatment and its services: the way to a new treatment. */
  children?: ReactNode
}

/** Treatment, then its services and add-ons, and the date. Stands in a `FormProvider`. */
export function TreatmentChoiceFields({ dateLabel, children }: TreatmentChoiceFieldsProps) {
  const treatmentId = useWatch<TreatmentValues, 'treatment_id'>({ name: 'treatment_id' })
  const offer = useOfferedServices(treatmentId)
  return (
    <div className="space-y-4">
      <TreatmentField />
      {children}
      {offer.failure && (
        <ErrorPanel message={`${s.failedToLoadServices} ${offer.failure}`} onRetry={offer.retry} busy={offer.busy} />
      )}
      <ChosenField
        name="service_ids"
        label={s.selectServices}
        required
        offered={offer.services}
        hint={offer.hasNoServices ? s.noServicesHint : undefined}
      />
      <ChosenField name="add_on_ids" label={s.selectAddOns} offered={offer.addOns} />
      <DateField label={dateLabel} />
    </div>
  )
}

function TreatmentField() {
  const { control } = useFormContext<TreatmentValues>()
  const { choices, placeholder, none, failed, busy, retry } = useTreatmentChoices()
  const choose = useChooseTreatment()
  if (failed) return <ErrorPanel message={managementSentences.failedToLoadTreatments} onRetry={retry} busy={busy} />
  return (
    <Controller
      control={control}
      name="treatment_id"
      render={({ field, fieldState }) => (
        <Field label={s.selectTreatment} required group error={fieldState.error?.message}>
          <Select
            {...field}
            value={field.value || null}
            onChange={choose}
            options={choices}
            placeholder={placeholder}
            disabled={choices.length === 0 && !none}
          />
        </Field>
      )}
    />
  )
}

type ChosenFieldProps = {
  name: 'service_ids' | 'add_on_ids'
  label: string
  required?: boolean
  hint?: string | undefined
  offered: Offered
}

function ChosenField({ name, label, required, hint, offered }: ChosenFieldProps) {
  const { control } = useFormContext<TreatmentValues>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} required={required} group hint={hint} error={fieldState.error?.message}>
          <MultiSelect {...field} {...offered} />
        </Field>
      )}
    />
  )
}

function DateField({ label }: { label: string }) {
  const { control } = useFormContext<TreatmentValues>()
  return (
    <Controller
      control={control}
      name="date"
      render={({ field, fieldState }) => (
        <Field label={label} required error={fieldState.error?.message}>
          <DateInput {...field} max={manilaDate(now())} />
        </Field>
      )}
    />
  )
}
