import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { catalogueSentences } from '#shared/catalogue/sentences.ts'
import { api } from '#web/lib/api.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { AddCard } from './add-card.tsx'
import { treatmentBody, type TreatmentValues } from './catalogue-kinds.ts'
import { PriceField } from './price-field.tsx'
import { useAddForm } from './use-add-form.ts'

const empty: TreatmentValues = { treatment_name: '', treatment_description: '', treatment_price: '' }

export function AddTreatmentForm() {
  const { form, submit } = useAddForm({
    empty,
    schema: catalogueContract.createTreatment.body,
    bodyOf: treatmentBody,
    first: 'treatment_name',
    nameOf: (values) => values.treatment_name,
    failed: catalogueSentences.failedToCreateTreatment,
    create: (values) => api(catalogueContract.createTreatment, { body: treatmentBody(values) }),
  })
  const { errors, isSubmitting } = form.formState
  return (
    <AddCard title={s.addTreatmentTitle} action={s.addTreatment} busy={isSubmitting} onSubmit={submit}>
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
