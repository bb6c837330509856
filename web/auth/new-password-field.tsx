import type { ComponentProps } from 'react'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

type NewPasswordFieldProps = ComponentProps<typeof PasswordInput> & { label: string; error: string | undefined }

/** A password that somebody chooses. What is wrong with it takes the place of the hint, which says the same. */
export function NewPasswordField({ label, error, ...input }: NewPasswordFieldProps) {
  return (
    <Field label={label} required hint={error ? undefined : s.passwordHint} error={error}>
      <PasswordInput {...input} autoComplete="new-password" />
    </Field>
  )
}
