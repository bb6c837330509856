import { Info } from 'lucide-react'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { useWalkInForm } from './walk-in-form.ts'

type WalkInFieldsProps = Omit<ReturnType<typeof useWalkInForm>, 'submit'> & {
  labels: { name: string; email: string }
  /** What stands above the fields. */
  note?: string
  /** Says why the button cannot be pressed yet. */
  nameHint?: string | undefined
}

export function WalkInFields({ form, name, owner, takeOwner, forgetOwner, ...rest }: WalkInFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="space-y-4">
      {rest.note && <Note>{rest.note}</Note>}
      <Field label={rest.labels.name} required error={errors.name?.message} hint={rest.nameHint}>
        <TextInput {...form.register('name')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label={rest.labels.email} error={errors.email?.message}>
        <TextInput
          {...form.register('email', { onChange: forgetOwner })}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </Field>
      {owner && (
        <Button onClick={() => void takeOwner(owner)} block>
          {s.chooseOwner(owner.name)}
        </Button>
      )}
      <Field label={s.password} hint={s.passwordHint}>
        <TextInput value={name === '' ? '' : defaultPasswordFor(name)} readOnly autoComplete="off" />
      </Field>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p className="flex gap-2.5 rounded-ctl bg-info-soft px-3.5 py-3 text-sm text-ink">
      <Info size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      {children}
    </p>
  )
}
