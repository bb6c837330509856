import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useTreatmentChoices } from './treatment-choices.ts'
import type { RowEdit } from './use-row-edit.ts'

type CellProps<Row, Values extends FieldValues> = {
  edit: RowEdit<Row, Values>
  name: FieldPath<Values>
  label: string
}

const errorAt = <Values extends FieldValues>(edit: { form: RowEdit<never, Values>['form'] }, name: FieldPath<Values>) =>
  edit.form.getFieldState(name, edit.form.formState).error?.message

export function TextCell<Row, Values extends FieldValues>({ edit, name, label }: CellProps<Row, Values>) {
  return (
    <Field label={label} labelHidden error={errorAt(edit, name)}>
      <TextInput {...edit.form.register(name)} {...edit.input} size="sm" autoComplete="off" placeholder={label} />
    </Field>
  )
}

export function PriceCell<Row, Values extends FieldValues>({ edit, name }: Omit<CellProps<Row, Values>, 'label'>) {
  return (
    <Controller
      control={edit.form.control as Control}
      name={name}
      render={({ field }) => (
        <Field label={s.price} labelHidden error={errorAt(edit, name)}>
          <MoneyInput {...field} {...edit.input} size="sm" className="text-right" />
        </Field>
      )}
    />
  )
}

export function TreatmentCell<Row, Values extends FieldValues>({ edit, name }: Omit<CellProps<Row, Values>, 'label'>) {
  const { choices, placeholder } = useTreatmentChoices()
  return (
    <Controller
      control={edit.form.control as Control}
      name={name}
      render={({ field }) => (
        <Field label={s.treatment} labelHidden group error={errorAt(edit, name)}>
          <Select {...field} value={field.value || null} options={choices} placeholder={placeholder} size="sm" />
        </Field>
      )}
    />
  )
}
