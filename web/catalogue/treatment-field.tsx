import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useTreatmentChoices } from './treatment-choices.ts'

type TreatmentFieldProps<Values extends FieldValues> = { control: Control<Values>; name: FieldPath<Values> }

/** Under which treatment something stands; says what to do when there is none yet. */
export function TreatmentField<Values extends FieldValues>({ control, name }: TreatmentFieldProps<Values>) {
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
