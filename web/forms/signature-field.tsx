import { Eraser, Keyboard, PenLine } from 'lucide-react'
import { useState } from 'react'
import { STROKE_LIMITS, type SignatureAnswer } from '#shared/forms/answers.ts'
import { fillMessages as s } from '#shared/forms/fill-messages.ts'
import type { FieldOf } from '#shared/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { StrokePad } from '#web/ui/stroke-pad.tsx'
import { QuestionGroup } from './question-group.tsx'

type SignatureFieldProps = {
  field: FieldOf<'signature' | 'initials'>
  answer: SignatureAnswer | undefined
  onChange: (answer: SignatureAnswer | undefined) => void
  error: string | undefined
  disabled: boolean
}

/** A signature or initials, drawn or typed. */
export function SignatureField(props: SignatureFieldProps) {
  const { field, answer, onChange, error } = props
  const [isTyped, setTyped] = useState(answer?.kind === 'typed')
  const confirm = useConfirm()
  const change = async () => {
    // Changing to typing erases the drawn signature for good, so one wrong touch must not be enough.
    const words = { title: s.eraseTitle, body: s.eraseBody, confirmLabel: s.erase, cancelLabel: s.keepDrawing }
    if (answer?.kind === 'drawn' && !(await confirm(words))) return
    setTyped(!isTyped)
    onChange(undefined)
  }
  return (
    <QuestionGroup label={field.label} required={field.is_required} hint={field.hint} error={error}>
      {isTyped ? <TypedSignature {...props} /> : <DrawnSignature {...props} />}
      <Button
        variant="quiet"
        icon={isTyped ? <PenLine size={18} aria-hidden="true" /> : <Keyboard size={18} aria-hidden="true" />}
        disabled={props.disabled}
        onClick={() => void change()}
        className="mt-2"
      >
        {isTyped ? s.drawInstead : s.typeInstead}
      </Button>
    </QuestionGroup>
  )
}

function DrawnSignature({ field, answer, onChange, error, disabled }: SignatureFieldProps) {
  const strokes = answer?.kind === 'drawn' ? answer.strokes : []
  return (
    <>
      <StrokePad
        label={s.signaturePad(field.label)}
        strokes={strokes}
        onChange={(next) => onChange({ kind: 'drawn', strokes: next })}
        limits={STROKE_LIMITS}
        disabled={disabled}
        size={field.kind}
        invalid={error !== undefined}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          icon={<Eraser size={18} aria-hidden="true" />}
          disabled={disabled || strokes.length === 0}
          onClick={() => onChange(undefined)}
        >
          {s.clear}
        </Button>
        <span className="text-sm text-ink-2">{field.kind === 'signature' ? s.signInBox : s.initialsInBox}</span>
      </div>
    </>
  )
}

/** A typed name counts as a signature only while the person confirms that it is theirs. */
function TypedSignature({ field, answer, onChange, disabled }: SignatureFieldProps) {
  const [name, setName] = useState(answer?.kind === 'typed' ? answer.name : '')
  const [isConfirmed, setConfirmed] = useState(answer?.kind === 'typed')
  const change = (next: string, confirmed: boolean) => {
    setName(next)
    setConfirmed(confirmed)
    onChange(confirmed && next.trim() !== '' ? { kind: 'typed', name: next } : undefined)
  }
  const isSignature = field.kind === 'signature'
  return (
    <>
      <Field label={isSignature ? s.typedName : s.typedInitials} disabled={disabled}>
        <TextInput value={name} maxLength={120} onChange={(event) => change(event.target.value, isConfirmed)} />
      </Field>
      <Checkbox
        label={isSignature ? s.isMySignature : s.areMyInitials}
        checked={isConfirmed}
        disabled={disabled}
        onChange={(checked) => change(name, checked)}
      />
    </>
  )
}
