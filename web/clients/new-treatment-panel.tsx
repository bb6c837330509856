import { useId, type KeyboardEvent } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { clientSentences } from '#shared/clients/sentences.ts'
import { useTreatmentChoices } from '#web/catalogue/treatment-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { CREATE_NEW, useNewTreatment } from './use-new-treatment.ts'

type NewTreatmentPanelProps = { onChosen: (treatmentId: string) => void; onClose: () => void }
type PanelForm = ReturnType<typeof useNewTreatment>

/** Picks a treatment by its name or makes a new one, in the middle of another form. */
export function NewTreatmentPanel({ onChosen, onClose }: NewTreatmentPanelProps) {
  const titleId = useId()
  const { form, submit } = useNewTreatment(onChosen)
  const choice = useWatch({ control: form.control, name: 'choice' })
  const { isSubmitting } = form.formState
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter in one of these fields belongs to the panel, not to the form around it.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!isSubmitting) void submit()
  }
  return (
    <section
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="space-y-4 rounded-card border border-line bg-surface-2 p-4"
    >
      <h3 id={titleId} className="font-bold">
        {s.newTreatmentTitle}
      </h3>
      <ChoiceField form={form} />
      {choice === CREATE_NEW && <NewTreatmentFields form={form} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isSubmitting}>
          {clientSentences.cancel}
        </Button>
        <Button variant="primary" onClick={() => void submit()} busy={isSubmitting} busyLabel={s.treatmentBusy}>
          {choice === CREATE_NEW ? s.createTreatment : s.selectThisTreatment}
        </Button>
      </div>
    </section>
  )
}

function ChoiceField({ form }: Pick<PanelForm, 'form'>) {
  const { choices } = useTreatmentChoices()
  const options = [{ value: CREATE_NEW, label: s.createNewTreatment }, ...choices]
  return (
    <Controller
      control={form.control}
      name="choice"
      render={({ field, fieldState }) => (
        <Field label={s.treatment} group error={fieldState.error?.message}>
          <Select {...field} options={options} />
        </Field>
      )}
    />
  )
}

function NewTreatmentFields({ form }: Pick<PanelForm, 'form'>) {
  const { errors } = form.formState
  return (
    <>
      <Field label={s.treatmentName} required error={errors.treatment_name?.message}>
        <TextInput {...form.register('treatment_name')} autoComplete="off" />
      </Field>
      <Field label={s.description} error={errors.treatment_description?.message}>
        <TextInput {...form.register('treatment_description')} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="treatment_price"
        render={({ field, fieldState }) => (
          <Field label={s.price} error={fieldState.error?.message}>
            <MoneyInput {...field} />
          </Field>
        )}
      />
    </>
  )
}
