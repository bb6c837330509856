import { Plus, X } from 'lucide-react'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { FORM_LIMITS, type FieldOf, type FormField, type Question } from '#shared/forms/form.ts'
import { bodyMapMessages } from '#shared/lib/body-map-messages.ts'
import { BODY_MAPS } from '#shared/lib/body-maps.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { newOption } from './content-changes.ts'

type SettingsProps<F extends FormField> = { field: F; onChange: (field: F) => void }

type LineProps = { label: string; value: string; onChange: (value: string) => void; most?: number; hint?: string }

function Line({ label, value, onChange, most = 300, hint }: LineProps) {
  return (
    <Field label={label} hint={hint}>
      <TextInput value={value} maxLength={most} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

/** The settings of one field of a form. */
export function FieldSettings({ field, onChange }: SettingsProps<FormField>) {
  if (field.kind === 'paragraph')
    return (
      <Field label={s.text}>
        <Textarea
          value={field.text}
          maxLength={8_000}
          rows={4}
          onChange={(event) => onChange({ ...field, text: event.target.value })}
        />
      </Field>
    )
  return (
    <div className="space-y-4">
      <Line label={s.question} value={field.label} onChange={(label) => onChange({ ...field, label })} />
      <KindSettings field={field} onChange={onChange} />
      <Line label={s.hint} hint={s.hintHint} value={field.hint} onChange={(hint) => onChange({ ...field, hint })} />
      <Checkbox
        label={s.required}
        checked={field.is_required}
        onChange={(is_required) => onChange({ ...field, is_required })}
      />
    </div>
  )
}

function KindSettings({ field, onChange }: SettingsProps<Question>) {
  switch (field.kind) {
    case 'number':
      return <NumberSettings field={field} onChange={onChange} />
    case 'choice':
    case 'choices':
      return <OptionSettings field={field} onChange={onChange} />
    case 'yes_no':
      return <FollowUpSettings field={field} onChange={onChange} />
    case 'drawing':
      return (
        <Field label={s.map} group>
          <Select
            value={field.map}
            onChange={(map) => onChange({ ...field, map })}
            options={BODY_MAPS.map((value) => ({ value, label: bodyMapMessages.maps[value] }))}
          />
        </Field>
      )
    default:
      return null
  }
}

function NumberSettings({ field, onChange }: SettingsProps<FieldOf<'number'>>) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Line
        label={s.unit}
        hint={s.unitHint}
        most={20}
        value={field.unit}
        onChange={(unit) => onChange({ ...field, unit })}
      />
      <Field label={s.smallest}>
        <NumberInput value={field.min} onChange={(min) => onChange({ ...field, min })} />
      </Field>
      <Field label={s.largest}>
        <NumberInput value={field.max} onChange={(max) => onChange({ ...field, max })} />
      </Field>
    </div>
  )
}

function OptionSettings({ field, onChange }: SettingsProps<FieldOf<'choice' | 'choices'>>) {
  const { options } = field
  const change = (next: typeof options) => onChange({ ...field, options: next })
  return (
    <div role="group" aria-label={s.choicesLabel} className="space-y-2">
      {options.map((option, position) => (
        <div key={option.id} className="flex items-center gap-2">
          <Field label={s.choice(position + 1)} labelHidden className="flex-1">
            <TextInput
              value={option.label}
              maxLength={200}
              onChange={(event) => change(options.with(position, { ...option, label: event.target.value }))}
            />
          </Field>
          <IconButton
            label={s.removeChoice(option.label)}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => change(options.filter(({ id }) => id !== option.id))}
          />
        </div>
      ))}
      {options.length < FORM_LIMITS.options && (
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => change([...options, newOption(options.length + 1)])}
        >
          {s.addChoice}
        </Button>
      )}
    </div>
  )
}

const answers = [
  { value: 'yes', label: s.yes },
  { value: 'no', label: s.no },
] as const

function FollowUpSettings({ field, onChange }: SettingsProps<FieldOf<'yes_no'>>) {
  const { follow_up } = field
  const first = { after: 'yes' as const, label: '', is_required: true }
  return (
    <div className="space-y-4">
      <Checkbox
        label={s.hasFollowUp}
        checked={follow_up !== null}
        onChange={(checked) => onChange({ ...field, follow_up: checked ? first : null })}
      />
      {follow_up && (
        <>
          <Field label={s.followUpAfter} group>
            <SegmentedControl
              options={answers}
              value={follow_up.after}
              onChange={(after) => onChange({ ...field, follow_up: { ...follow_up, after } })}
            />
          </Field>
          <Line
            label={s.followUp}
            value={follow_up.label}
            onChange={(label) => onChange({ ...field, follow_up: { ...follow_up, label } })}
          />
          <Checkbox
            label={s.followUpRequired}
            checked={follow_up.is_required}
            onChange={(is_required) => onChange({ ...field, follow_up: { ...follow_up, is_required } })}
          />
        </>
      )}
    </div>
  )
}
