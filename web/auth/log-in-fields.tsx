import type { RefObject } from 'react'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { FormFailure } from './form-failure.tsx'
import type { LogInForm } from './log-in-form.ts'

type LogInFieldsProps = {
  form: LogInForm
  /** Where the caller wants to put the focus. */
  passwordRef?: RefObject<HTMLInputElement | null>
}

/** E-mail and password with their sentences; the caller has the form around them and the button below. */
export function LogInFields({ form: { form, failure }, passwordRef }: LogInFieldsProps) {
  const { errors } = form.formState
  // In the order of the page: the first that is wrong gets the focus.
  const email = form.register('email')
  const { ref: register, ...password } = form.register('password')
  return (
    <div className="space-y-4">
      <FormFailure sentence={failure} />
      <Field label={s.email} required error={errors.email?.message}>
        <TextInput {...email} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label={s.password} required error={errors.password?.message}>
        <PasswordInput
          {...password}
          ref={(input) => {
            register(input)
            if (passwordRef) passwordRef.current = input
          }}
          autoComplete="current-password"
        />
      </Field>
    </div>
  )
}
