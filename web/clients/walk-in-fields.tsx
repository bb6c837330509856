import { Link } from 'react-router'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useRole } from '#web/lib/session.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { clientPath } from './client-paths.ts'
import type { useWalkInForm } from './walk-in-form.ts'

type WalkInFieldsProps = Omit<ReturnType<typeof useWalkInForm>, 'submit'>

export function WalkInFields({ form, name, owner, forgetOwner }: WalkInFieldsProps) {
  const role = useRole()
  const { errors } = form.formState
  return (
    <div className="space-y-4">
      <Field label={s.fullName} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label={s.emailOptional} error={errors.email?.message}>
        <TextInput
          {...form.register('email', { onChange: forgetOwner })}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </Field>
      {owner && (
        <Link to={clientPath(role, owner.client_id)} className={buttonClass({ block: true })}>
          {s.openOwner(owner.name)}
        </Link>
      )}
      <Field label={s.password} hint={s.passwordHint}>
        <TextInput value={name === '' ? '' : defaultPasswordFor(name)} readOnly autoComplete="off" />
      </Field>
    </div>
  )
}
