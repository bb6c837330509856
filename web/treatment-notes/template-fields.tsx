import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form'
import { NOTE_FIELD_KINDS, type NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import { noteTemplateMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import './treatment-notes.css'

type TemplateForm = UseFormReturn<{ content: NoteTemplateContent; treatment_ids: string[] }>
type FormProps = { form: TemplateForm }

const maps = (['none', 'face', 'body'] as const).map((value) => ({ value, label: s.maps[value] }))

/** The form fields for what a note template asks for. */
export function ContentFields({ form }: FormProps) {
  return (
    <>
      <Field label={s.map} group>
        <Controller
          control={form.control}
          name="content.map"
          render={({ field }) => <SegmentedControl {...field} options={maps} />}
        />
      </Field>
      <Choice form={form} name="content.has_pin_amounts" label={s.hasPinAmounts} />
      <Choice form={form} name="content.has_products" label={s.hasProducts} />
      <Choice form={form} name="content.has_device" label={s.hasDevice} />
      <Field label={s.unit} error={form.formState.errors.content?.unit?.message}>
        <TextInput maxLength={20} {...form.register('content.unit')} />
      </Field>
      <FieldList form={form} name="content.fields" title={s.noteFields} add={s.addField} />
      <FieldList form={form} name="content.pass_fields" title={s.passFields} add={s.addPassField} />
      <Field label={s.aftercare} hint={s.aftercareHint}>
        <Controller
          control={form.control}
          name="content.aftercare"
          render={({ field }) => <Sentences value={field.value} onChange={field.onChange} />}
        />
      </Field>
    </>
  )
}

type ChoiceName = 'content.has_pin_amounts' | 'content.has_products' | 'content.has_device'

function Choice({ form, name, label }: FormProps & { name: ChoiceName; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <Checkbox label={label} checked={field.value} onChange={field.onChange} />}
    />
  )
}

const kinds = NOTE_FIELD_KINDS.map((value) => ({ value, label: s.kinds[value] }))

type ListProps = FormProps & { name: 'content.fields' | 'content.pass_fields'; title: string; add: string }

/** A list in which the fields of a note template are edited, each with label, kind and unit. */
function FieldList({ form, name, title, add }: ListProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name, keyName: 'row' })
  const part = name === 'content.fields' ? 'fields' : 'pass_fields'
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      {fields.map((field, index) => (
        <div key={field.row} className="template-field">
          <Field label={s.label} error={form.formState.errors.content?.[part]?.[index]?.label?.message}>
            <TextInput maxLength={80} {...form.register(`${name}.${index}.label`)} />
          </Field>
          <Field label={s.kind} group>
            <Controller
              control={form.control}
              name={`${name}.${index}.kind`}
              render={({ field: kind }) => <Select {...kind} options={kinds} />}
            />
          </Field>
          <Field label={s.fieldUnit}>
            <TextInput maxLength={20} {...form.register(`${name}.${index}.unit`)} />
          </Field>
          <IconButton
            label={s.removeField(field.label)}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <Button
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => append({ key: `f-${newUuid()}`, label: '', kind: 'text', unit: '' })}
      >
        {add}
      </Button>
    </fieldset>
  )
}

type SentencesProps = { value: readonly string[]; onChange: (sentences: string[]) => void }

/** Sentences, one in each line. Blank lines are kept while somebody types, and dropped afterwards. */
function Sentences({ value, onChange }: SentencesProps) {
  return (
    <Textarea
      rows={4}
      value={value.join('\n')}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      onBlur={() => onChange(value.map((line) => line.trim()).filter((line) => line !== ''))}
    />
  )
}
