import { Controller } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { catalogueSentences } from '#shared/catalogue/sentences.ts'
import { api } from '#web/lib/api.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { UploadField } from '#web/ui/upload-field.tsx'
import { AddCard } from './add-card.tsx'
import { serviceBody, type ServiceValues } from './catalogue-kinds.ts'
import { PriceField } from './price-field.tsx'
import { TreatmentField } from './treatment-field.tsx'
import { useAddForm } from './use-add-form.ts'

const empty: ServiceValues = {
  service_name: '',
  service_description: '',
  service_price: '',
  treatment_id: '',
  service_pic: null,
}

async function create({ service_pic, ...values }: ServiceValues): Promise<unknown> {
  if (!service_pic) throw new Error(catalogueSentences.serviceImage)
  return api(catalogueContract.createService, {
    body: { ...serviceBody({ ...values, service_pic: null }), service_pic },
  })
}

export function AddServiceForm() {
  const { form, submit } = useAddForm({
    empty,
    keep: 'treatment_id',
    schema: catalogueContract.createService.body,
    bodyOf: serviceBody,
    first: 'service_name',
    nameOf: (values) => values.service_name,
    create,
  })
  const { errors, isSubmitting } = form.formState
  return (
    <AddCard title={s.addServiceTitle} action={s.addService} busy={isSubmitting} onSubmit={submit}>
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
    </AddCard>
  )
}
