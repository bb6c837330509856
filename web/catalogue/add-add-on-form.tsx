import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { api } from '#web/lib/api.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { AddCard } from './add-card.tsx'
import { addOnBody, type AddOnValues } from './catalogue-kinds.ts'
import { PriceField } from './price-field.tsx'
import { TreatmentField } from './treatment-field.tsx'
import { useAddForm } from './use-add-form.ts'

const empty: AddOnValues = { addOn_name: '', addOn_price: '', treatment_id: '' }

export function AddAddOnForm() {
  const { form, submit } = useAddForm({
    empty,
    keep: 'treatment_id',
    schema: catalogueContract.createAddOn.body,
    bodyOf: addOnBody,
    first: 'addOn_name',
    nameOf: (values) => values.addOn_name,
    create: (values) => api(catalogueContract.createAddOn, { body: addOnBody(values) }),
  })
  const { errors, isSubmitting } = form.formState
  return (
    <AddCard title={s.addAddOnTitle} action={s.addAddOn} busy={isSubmitting} onSubmit={submit}>
      <Field label={s.addOnName} required error={errors.addOn_name?.message}>
        <TextInput {...form.register('addOn_name')} autoComplete="off" />
      </Field>
      <TreatmentField control={form.control} name="treatment_id" />
      <PriceField control={form.control} name="addOn_price" />
    </AddCard>
  )
}
