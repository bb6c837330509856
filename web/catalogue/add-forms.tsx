import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type FormEventHandler, type ReactNode } from 'react'
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages as s, catalogueMessages } from '#shared/catalogue/messages.ts'
import { USUAL_BOOKING, type ServiceBooking } from '#shared/catalogue/service-booking.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { useContractForm, type ContractFormOptions } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import {
  addOnBody,
  serviceBody,
  treatmentBody,
  type AddOnValues,
  type ServiceValues,
  type TreatmentValues,
} from './catalogue-kinds.ts'
import { FoldedBookingFields, ServiceBookingFields } from './service-booking-fields.tsx'
import { catalogueReads } from './optimistic-list.ts'
import { useTreatmentChoices } from './treatment-choices.ts'

type AddFormOptions<Values extends FieldValues, E extends Endpoint> = Pick<
  ContractFormOptions<Values, E>,
  'values' | 'input'
> & {
  /** The field to focus after adding, so that the next item can be typed at once; it contains the name of the item. */
  first: FieldPath<Values>
  /** The field that keeps its value: the next service usually has the same treatment. */
  keep?: FieldPath<Values>
  failed?: string
}

/** A form that adds an item to the catalogue and is then cleared for the next item. */
function useAddForm<Values extends FieldValues, const E extends Endpoint & { body: z.ZodType }>(
  e: E,
  { first, keep, failed = s.notAdded, ...options }: AddFormOptions<Values, E>,
) {
  const [added, setAdded] = useState(0)
  const { form, busy, isDirty, onSubmit } = useContractForm<Values, E>(e, {
    ...options,
    done: (_, values) => s.added(String(values[first]).trim()),
    failed,
    reread: catalogueReads,
    onDone: (_, values) => {
      form.reset({ ...options.values, ...(keep && { [keep]: values[keep] as unknown }) })
      setAdded((count) => count + 1)
    },
  })
  useUnsavedGuard(isDirty)
  const focusFirst = useEffectEvent(() => form.setFocus(first))
  // The cleared form registers its inputs in the next render, so the focus is set afterwards.
  useEffect(() => {
    if (added > 0) focusFirst()
  }, [added])
  return { form, card: { busy, onSubmit } }
}

const newTreatment: TreatmentValues = { treatment_name: '', treatment_description: '', treatment_price: '' }

export function AddTreatmentForm() {
  const { form, card } = useAddForm(catalogueContract.createTreatment, {
    values: newTreatment,
    input: (values) => ({ body: treatmentBody(values) }),
    first: 'treatment_name',
    failed: catalogueMessages.failedToCreateTreatment,
  })
  const { errors } = form.formState
  return (
    <AddCard title={s.addTreatmentTitle} action={s.addTreatment} {...card}>
      <Field label={s.treatmentName} required error={errors.treatment_name?.message}>
        <TextInput {...form.register('treatment_name')} autoComplete="off" />
      </Field>
      <Field label={s.descriptionOptional} error={errors.treatment_description?.message}>
        <TextInput {...form.register('treatment_description')} autoComplete="off" />
      </Field>
      <PriceField control={form.control} name="treatment_price" />
    </AddCard>
  )
}

type NewServiceValues = ServiceValues & { booking: ServiceBooking }

const newService: NewServiceValues = {
  service_name: '',
  service_description: '',
  service_price: '',
  treatment_id: '',
  service_pic: null,
  booking: USUAL_BOOKING,
}

export function AddServiceForm() {
  const { form, card } = useAddForm(catalogueContract.createService, {
    values: newService,
    // The type says `File`, but the picture may still be missing: the validation of the form then reports the error.
    input: ({ booking, ...values }) => ({
      body: {
        ...(serviceBody(values) as ReturnType<typeof serviceBody> & { service_pic: File }),
        booking: JSON.stringify(booking),
      },
    }),
    first: 'service_name',
    keep: 'treatment_id',
  })
  const { errors } = form.formState
  return (
    <AddCard title={s.addServiceTitle} action={s.addService} {...card}>
      <Field label={s.serviceName} required error={errors.service_name?.message}>
        <TextInput {...form.register('service_name')} autoComplete="off" />
      </Field>
      <TreatmentField control={form.control} name="treatment_id" />
      <Field label={s.descriptionOptional} error={errors.service_description?.message}>
        <TextInput {...form.register('service_description')} autoComplete="off" />
      </Field>
      <PriceField control={form.control} name="service_price" />
      <Controller
        control={form.control}
        name="service_pic"
        render={({ field, fieldState }) => (
          <UploadField
            label={s.image}
            required
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="booking"
        render={({ field, fieldState }) => (
          <FoldedBookingFields value={field.value}>
            <ServiceBookingFields value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
          </FoldedBookingFields>
        )}
      />
    </AddCard>
  )
}

const newAddOn: AddOnValues = { addOn_name: '', addOn_price: '', treatment_id: '' }

export function AddAddOnForm() {
  const { form, card } = useAddForm(catalogueContract.createAddOn, {
    values: newAddOn,
    input: (values) => ({ body: addOnBody(values) }),
    first: 'addOn_name',
    keep: 'treatment_id',
  })
  const { errors } = form.formState
  return (
    <AddCard title={s.addAddOnTitle} action={s.addAddOn} {...card}>
      <Field label={s.addOnName} required error={errors.addOn_name?.message}>
        <TextInput {...form.register('addOn_name')} autoComplete="off" />
      </Field>
      <TreatmentField control={form.control} name="treatment_id" />
      <PriceField control={form.control} name="addOn_price" />
    </AddCard>
  )
}

type AddCardProps = {
  title: string
  action: string
  busy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The box around a form that adds to the catalogue, beside the list on wide screens and above it otherwise. */
function AddCard({ title, action, busy, onSubmit, children }: AddCardProps) {
  return (
    <SectionCard title={title} className="xl:sticky xl:top-20">
      <form noValidate onSubmit={onSubmit} className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
        {children}
        <div className="md:col-span-2 xl:col-span-1">
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={s.adding}
            icon={<Plus size={18} aria-hidden="true" />}
            className="max-sm:w-full xl:w-full"
          >
            {action}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}

type FieldOf<Values extends FieldValues> = { control: Control<Values>; name: FieldPath<Values> }

function PriceField<Values extends FieldValues>({ control, name }: FieldOf<Values>) {
  return (
    <Controller
      control={control as Control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={s.price} hint={s.priceHint} error={fieldState.error?.message}>
          <MoneyInput {...field} />
        </Field>
      )}
    />
  )
}

/** The treatment field; shows a hint when there are no treatments yet. */
function TreatmentField<Values extends FieldValues>({ control, name }: FieldOf<Values>) {
  const { choices, placeholder, none } = useTreatmentChoices()
  return (
    <Controller
      control={control as Control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={s.treatment}
          required
          group
          hint={none ? s.treatmentFirst : undefined}
          error={fieldState.error?.message}
        >
          <Select {...field} value={field.value || null} options={choices} placeholder={placeholder} />
        </Field>
      )}
    />
  )
}
