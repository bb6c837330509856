import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { secondFactorContract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { api } from '#web/lib/api.ts'
import { contractResolver } from '#web/lib/form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, TickField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { TrustLabel } from './trust-label.tsx'

type CodeStepProps = {
  onLoggedIn: (person: SessionPerson) => void
  onLeave: () => void
  usesRecovery: boolean
}

/** Asks for the code of the authenticator app, or for a recovery code. */
export function CodeStep({ onLoggedIn, onLeave, usesRecovery }: CodeStepProps) {
  const form = useForm({
    resolver: contractResolver(secondFactorContract.finishLogIn.body, (values) => values),
    defaultValues: { code: '', trust_device: false },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const submit = form.handleSubmit(async (body) => {
    try {
      onLoggedIn((await api(secondFactorContract.finishLogIn, { body })).user)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const sentence = serverMessage(error, s.wrongCode)
      if (error.status === 401) {
        toast.error({ title: sentence, seconds: 5 })
        return onLeave()
      }
      form.setError('code', { message: sentence }, { shouldFocus: true })
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={s.stepTitle}>
      <p className="mb-5 text-ink-2">{usesRecovery ? s.recoveryText : s.stepText}</p>
      <TextField
        {...form.register('code')}
        label={usesRecovery ? s.recoveryCode : s.code}
        required
        error={form.formState.errors.code?.message}
        inputMode={usesRecovery ? 'text' : 'numeric'}
        autoComplete={usesRecovery ? 'off' : 'one-time-code'}
      />
      <TickField {...form.register('trust_device')} label={<TrustLabel />} className="mt-3" />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={s.finishing}
        className="mt-6"
      >
        {s.finish}
      </Button>
    </form>
  )
}
