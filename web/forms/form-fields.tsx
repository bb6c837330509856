import {
  hasFollowUp,
  type FormAnswer,
  type FormAnswers,
  type MissingAnswer,
  type YesNoAnswer,
} from '#shared/forms/answers.ts'
import { fillMessages as s } from '#shared/forms/fill-messages.ts'
import type { FieldOf, FormContent, FormField, Question } from '#shared/forms/form.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { RadioGroup, SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { DrawingField } from './drawing-field.tsx'
import './forms.css'
import { QuestionGroup } from './question-group.tsx'
import { SignatureField } from './signature-field.tsx'

type FormFieldsProps = {
  content: Pick<FormContent, 'sections'>
  answers: FormAnswers
  /** Called with `undefined` when a field loses its answer. */
  onChange: (fieldId: string, answer: FormAnswer | undefined) => void
  /** What `missingAnswers` found; each is shown at its field. */
  missing?: readonly MissingAnswer[]
  disabled?: boolean
}

const elementId = (fieldId: string) => `form-field-${fieldId}`

/** The sections and fields of a form for filling it in. The caller keeps the answers. */
export function FormFields({ content, answers, onChange, missing = [], disabled = false }: FormFieldsProps) {
  return (
    <div className="space-y-6">
      {content.sections.map(({ id, title, fields }) => (
        <section key={id} className="space-y-5" aria-label={title || undefined}>
          {title && <h2 className="text-lg font-semibold">{title}</h2>}
          {fields.map((field) => (
            <div key={field.id} id={elementId(field.id)}>
              <FieldOfForm
                field={field}
                answer={answers[field.id]}
                onChange={(answer) => onChange(field.id, answer)}
                missing={missing.find(({ field_id }) => field_id === field.id)}
                disabled={disabled}
              />
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

type FieldProps<F extends FormField> = {
  field: F
  answer: FormAnswer | undefined
  onChange: (answer: FormAnswer | undefined) => void
  missing: MissingAnswer | undefined
  disabled: boolean
}

function FieldOfForm(props: FieldProps<FormField>) {
  const { field, ...rest } = props
  switch (field.kind) {
    case 'paragraph':
      return <p className="whitespace-pre-line">{field.text}</p>
    case 'choices':
      return <ChoicesField {...rest} field={field} />
    case 'yes_no':
      return <YesNoField {...rest} field={field} />
    case 'drawing': {
      const { missing, answer, ...others } = rest
      return <DrawingField {...others} field={field} answer={answer as never} error={missing?.message} />
    }
    case 'initials':
    case 'signature': {
      const { missing, answer, ...others } = rest
      return <SignatureField {...others} field={field} answer={answer as never} error={missing?.message} />
    }
    default:
      return <SimpleField {...rest} field={field} />
  }
}

type SimpleKind = 'short_text' | 'long_text' | 'number' | 'date' | 'choice'

const labelOf = (field: Question) =>
  field.kind === 'number' && field.unit ? s.unit(field.label, field.unit) : field.label

/** A question that is answered with a single control of `web/ui`, such as a text box. */
function SimpleField({ field, answer, onChange, missing, disabled }: FieldProps<FieldOf<SimpleKind>>) {
  const { is_required, hint } = field
  return (
    <Field
      label={labelOf(field)}
      required={is_required}
      hint={hint}
      error={missing?.message}
      disabled={disabled}
      group={field.kind === 'choice'}
    >
      <Control field={field} answer={answer} onChange={onChange} />
    </Field>
  )
}

function Control({ field, answer, onChange }: Pick<FieldProps<FieldOf<SimpleKind>>, 'field' | 'answer' | 'onChange'>) {
  const text = {
    value: (answer as string | undefined) ?? '',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value || undefined),
  }
  switch (field.kind) {
    case 'short_text':
      return <TextInput {...text} maxLength={300} />
    case 'long_text':
      return <Textarea {...text} maxLength={4_000} />
    case 'date':
      return <DateInput {...text} />
    case 'number':
      return (
        <NumberInput
          value={(answer as number | undefined) ?? null}
          onChange={(value) => onChange(value ?? undefined)}
          {...(field.min !== null && { min: field.min })}
          {...(field.max !== null && { max: field.max })}
        />
      )
    case 'choice':
      return (
        <RadioGroup
          options={field.options.map(({ id, label }) => ({ value: id, label }))}
          value={(answer as string | undefined) ?? null}
          onChange={onChange}
        />
      )
  }
}

function ChoicesField({ field, answer, onChange, missing, disabled }: FieldProps<FieldOf<'choices'>>) {
  const chosen = (answer as string[] | undefined) ?? []
  const toggle = (id: string, checked: boolean) => {
    // The chosen options are kept in the order of the form, whatever was chosen first.
    const next = field.options.filter((one) => (one.id === id ? checked : chosen.includes(one.id)))
    onChange(next.length > 0 ? next.map((one) => one.id) : undefined)
  }
  return (
    <QuestionGroup label={field.label} required={field.is_required} hint={field.hint} error={missing?.message}>
      {field.options.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={chosen.includes(id)}
          disabled={disabled}
          onChange={(checked) => toggle(id, checked)}
        />
      ))}
    </QuestionGroup>
  )
}

const yesAndNo = [
  { value: 'yes', label: s.yes },
  { value: 'no', label: s.no },
] as const

function YesNoField({ field, answer, onChange, missing, disabled }: FieldProps<FieldOf<'yes_no'>>) {
  const given = answer as YesNoAnswer | undefined
  const asksMore = hasFollowUp(field, given)
  const error = (isFollowUp: boolean) => (missing?.is_follow_up === isFollowUp ? missing.message : undefined)
  return (
    <div className="space-y-4">
      <Field
        label={field.label}
        required={field.is_required}
        hint={field.hint}
        error={error(false)}
        disabled={disabled}
        group
      >
        <SegmentedControl
          options={yesAndNo}
          value={given?.answer ?? null}
          disabled={disabled}
          onChange={(next) => onChange({ answer: next, follow_up: given?.follow_up ?? '' })}
        />
      </Field>
      {field.follow_up && given && asksMore && (
        <Field
          label={field.follow_up.label}
          required={field.follow_up.is_required}
          error={error(true)}
          disabled={disabled}
        >
          <Textarea
            value={given.follow_up}
            maxLength={1_000}
            onChange={(event) => onChange({ ...given, follow_up: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
