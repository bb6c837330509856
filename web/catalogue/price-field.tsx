import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'

type PriceFieldProps<Values extends FieldValues> = { control: Control<Values>; name: FieldPath<Values> }

export function PriceField<Values extends FieldValues>({ control, name }: PriceFieldProps<Values>) {
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
