import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'
import { secondFactorContract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages } from '#shared/auth/second-factor-messages.ts'
import { FormFailure } from '#web/auth/auth-fields.tsx'
import { api } from '#web/lib/api.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** Asks for the password before a second factor is set up in a session that was opened a while ago. */
export function ConfirmPassword({ onConfirmed }: { onConfirmed: () => void }) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    resolver: contractResolver(secondFactorContract.confirmPassword.body, (values) => values),
    defaultValues: { current_password: '' },
  })
  const { setFocus } = form
  useEffect(() => setFocus('current_password'), [setFocus])
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      await api(secondFactorContract.confirmPassword, { body })
      onConfirmed()
    } catch (error) {
      setFailure(placeErrors(error, form, ['current_password']).join('\n'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={s.confirmTitle} className="space-y-5">
      <p className="text-ink-2">{s.confirmText}</p>
      <FormFailure sentence={failure} />
      <TextField
        {...form.register('current_password')}
        type="password"
        label={secondFactorMessages.currentPassword}
        required
        error={form.formState.errors.current_password?.message}
        autoComplete="current-password"
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={s.confirming}
      >
        {s.confirm}
      </Button>
    </form>
  )
}
