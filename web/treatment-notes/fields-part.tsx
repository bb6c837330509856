import { Plus, Trash2 } from 'lucide-react'
import { addPass, changePass, furtherValues } from '#shared/treatment-notes/edit-note.ts'
import {
  MAX_NOTE_TEXT,
  type NoteContent,
  type NoteField,
  type NotePass,
  type NoteTemplateContent,
} from '#shared/treatment-notes/note.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { removeWithUndo, type EditNote } from './pins-part.tsx'

type PartProps = { content: NoteContent; template: NoteTemplateContent; edit: EditNote }

type InputProps = { field: NoteField; value: string; onChange: (value: string) => void }

/** The control of one field of a template; values are stored as texts. */
function FieldInput({ field, value, onChange }: InputProps) {
  const label = field.unit === '' ? field.label : `${field.label} (${field.unit})`
  if (field.kind === 'yes_no')
    return (
      <Field label={label} group>
        <SegmentedControl
          options={[
            { value: 'yes', label: s.yes },
            { value: 'no', label: s.no },
          ]}
          value={value === '' ? null : value}
          onChange={onChange}
        />
      </Field>
    )
  if (field.kind === 'number')
    return (
      <Field label={label}>
        <NumberInput
          value={value === '' ? null : Number(value)}
          onChange={(number) => onChange(number === null ? '' : String(number))}
        />
      </Field>
    )
  return (
    <Field label={label}>
      {field.kind === 'long_text' ? (
        <Textarea value={value} maxLength={2_000} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextInput value={value} maxLength={2_000} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** The fields of the template, and values that an earlier template has left. */
export function DetailsPart({ content, template, edit }: PartProps) {
  const further = furtherValues(
    content,
    template.fields.map(({ key }) => key),
  ).map(([key]): NoteField => ({ key, label: key, kind: 'text', unit: '' }))
  const fields = [...template.fields, ...further]
  if (fields.length === 0) return null
  return (
    <SectionCard title={s.settings}>
      <div className="note-fields">
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={content.values[field.key] ?? ''}
            onChange={(value) => edit((now) => ({ ...now, values: { ...now.values, [field.key]: value } }))}
          />
        ))}
      </div>
    </SectionCard>
  )
}

/** The part of a treatment note for the device and the settings of each pass. */
export function DevicePart({ content, template, edit }: PartProps) {
  const hasPasses = template.pass_fields.length > 0 || content.passes.length > 0
  if (!template.has_device && content.device === '' && !hasPasses) return null
  return (
    <SectionCard title={s.device}>
      <div className="space-y-4">
        <Field label={s.device}>
          <TextInput
            value={content.device}
            maxLength={200}
            onChange={({ target }) => edit((now) => ({ ...now, device: target.value }))}
          />
        </Field>
        {content.passes.map((pass, index) => (
          <PassFields key={pass.id} pass={pass} number={index + 1} template={template} edit={edit} />
        ))}
        {hasPasses && (
          <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => edit((now) => addPass(now, newUuid()))}>
            {s.addPass}
          </Button>
        )}
      </div>
    </SectionCard>
  )
}

type PassProps = Omit<PartProps, 'content'> & { pass: NotePass; number: number }

function PassFields({ pass, number, template, edit }: PassProps) {
  const known = new Set(template.pass_fields.map(({ key }) => key))
  const further = Object.keys(pass.values)
    .filter((key) => !known.has(key) && pass.values[key] !== '')
    .map((key): NoteField => ({ key, label: key, kind: 'text', unit: '' }))
  return (
    <fieldset className="rounded-card border border-line p-4">
      <div className="flex items-center justify-between gap-2">
        <legend className="font-semibold">{s.pass(number)}</legend>
        <IconButton
          label={`${s.removePass} ${number}`}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => removeWithUndo(edit, 'passes', pass.id, s.passRemoved)}
        />
      </div>
      <div className="note-fields">
        {[...template.pass_fields, ...further].map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={pass.values[field.key] ?? ''}
            onChange={(value) => edit((now) => changePass(now, pass.id, { ...pass.values, [field.key]: value }))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The part of a treatment note for free text. */
export function TextPart({ content, edit }: Omit<PartProps, 'template'>) {
  return (
    <SectionCard title={s.text}>
      <Field label={s.text} labelHidden hint={s.textHint}>
        <Textarea
          rows={5}
          value={content.text}
          maxLength={MAX_NOTE_TEXT}
          onChange={({ target }) => edit((now) => ({ ...now, text: target.value }))}
        />
      </Field>
    </SectionCard>
  )
}

/** The part of a treatment note for after-care: sentences of the template to choose from, and free text. */
export function AftercarePart({ content, template, edit }: PartProps) {
  const sentences = [...new Set([...template.aftercare, ...content.aftercare])]
  const toggle = (sentence: string, isGiven: boolean) =>
    edit((now) => {
      const others = now.aftercare.filter((one) => one !== sentence)
      return { ...now, aftercare: isGiven ? [...others, sentence] : others }
    })
  return (
    <SectionCard title={s.aftercare}>
      {sentences.map((sentence) => (
        <Checkbox
          key={sentence}
          label={sentence}
          checked={content.aftercare.includes(sentence)}
          onChange={(isGiven) => toggle(sentence, isGiven)}
        />
      ))}
      <Field label={s.aftercareOther} className="mt-3">
        <Textarea
          value={content.aftercare_text}
          maxLength={2_000}
          onChange={({ target }) => edit((now) => ({ ...now, aftercare_text: target.value }))}
        />
      </Field>
    </SectionCard>
  )
}
