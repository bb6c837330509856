import type { ReactNode } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientHistoryMessages as s, clientMessages } from '#shared/clients/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { useTreatmentChoices } from '#web/catalogue/treatment-choices.ts'
import { useRead } from '#web/data/use-read.ts'
import type { FieldMessages } from '#web/lib/form-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import { Select } from '#web/ui/fields/select.tsx'

/** The values of a form with `TreatmentChoiceFields`: services and date. */
export type TreatmentValues = { treatment_id: string; service_ids: string[]; add_on_ids: string[]; date: string }

/** A missing treatment hides the error of the services, because they cannot be chosen before it. */
export function treatmentFirst({ treatment_id }: TreatmentValues, found: FieldMessages): FieldMessages {
  if (treatment_id !== '') return found
  const { service_ids: _, ...rest } = found
  return { ...rest, treatment_id: clientMessages.treatmentRequired }
}

/** The options of a multi-select, or why it has none yet. */
type Offered = { options: readonly Option[]; placeholder: string; disabled: boolean }

type Words = { loading: string; choose: string; none: string }

const nothing: readonly Option[] = []
const price = (pesos: number) => formatPesoShort(toCentavos(pesos))

function offerOf(chosen: boolean, options: readonly Option[] | undefined, words: Words): Offered {
  if (!chosen) return { options: nothing, placeholder: s.treatmentFirst, disabled: true }
  if (!options) return { options: nothing, placeholder: words.loading, disabled: true }
  return { options, placeholder: options.length > 0 ? words.choose : words.none, disabled: options.length === 0 }
}

const serviceText = { loading: s.loadingServices, choose: s.chooseServices, none: s.noServices }
const addOnText = { loading: s.loadingAddOns, choose: s.chooseAddOns, none: s.noAddOns }

/** Reads the services and add-ons of a treatment once a treatment is chosen (an empty id loads nothing). */
function useOfferedServices(treatmentId: string) {
  const chosen = treatmentId !== ''
  const { data, failure } = useRead(catalogueContract.treatment, chosen ? { params: { id: treatmentId } } : null)
  const services = data?.data.services.map((row) => ({
    value: row.id,
    label: row.service_name,
    detail: price(row.service_price),
  }))
  const addOns = data?.data.addOns.map((row) => ({
    value: row.id,
    label: row.addOn_name,
    detail: price(row.addOn_price),
  }))
  return {
    services: offerOf(chosen, services, serviceText),
    addOns: offerOf(chosen, addOns, addOnText),
    hasNoServices: services?.length === 0,
    failure,
  }
}

/** Selects a treatment and clears the services and add-ons of the previous one. */
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
  /** The button for a new treatment, which is rendered between treatment and services. */
  children?: ReactNode
}

/** The fields for treatment, services, add-ons and date. Used in a `FormProvider`. */
export function TreatmentChoiceFields({ dateLabel, children }: TreatmentChoiceFieldsProps) {
  const treatmentId = useWatch<TreatmentValues, 'treatment_id'>({ name: 'treatment_id' })
  const offer = useOfferedServices(treatmentId)
  return (
    <div className="space-y-4">
      <TreatmentField />
      {children}
      {offer.failure && (
        <ErrorPanel {...offer.failure} message={`${s.failedToLoadServices} ${offer.failure.message}`} />
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
  const { choices, placeholder, none, failure } = useTreatmentChoices()
  const choose = useChooseTreatment()
  if (failure) return <ErrorPanel {...failure} />
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
