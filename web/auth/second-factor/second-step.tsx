import { useEffect, useState } from 'react'
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

type SecondStepProps = {
  onLoggedIn: (person: SessionPerson) => void
  /** Called when the person goes back, or when the log-in has expired. */
  onLeave: () => void
  /** True in a dialog, which has a heading of its own. */
  isInDialog?: boolean
}

/** Asks for the code of the authenticator app, or for a recovery code, after the password was right. */
export default function SecondStep({ onLoggedIn, onLeave, isInDialog = false }: SecondStepProps) {
  const [usesRecovery, setUsesRecovery] = useState(false)
  const form = useForm({
    resolver: contractResolver(secondFactorContract.finishLogIn.body, (values) => values),
    defaultValues: { code: '', trust_device: false },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus, usesRecovery])
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
  const change = () => {
    form.resetField('code')
    setUsesRecovery(!usesRecovery)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={s.stepTitle}>
      {!isInDialog && <h1 className="display mb-1 text-[2.25rem] leading-tight">{s.stepTitle}</h1>}
      <p className="mb-5 text-ink-2">{usesRecovery ? s.recoveryText : s.stepText}</p>
      <TextField
        {...form.register('code')}
        key={String(usesRecovery)}
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
      <Button variant="quiet" block className="mt-3" onClick={change}>
        {usesRecovery ? s.withApp : s.withRecoveryCode}
      </Button>
      <Button variant="quiet" block onClick={onLeave}>
        {s.otherAccount}
      </Button>
      {usesRecovery && <p className="mt-3 text-center text-sm text-ink-2">{s.lostBoth}</p>}
    </form>
  )
}

/** The label of the choice that this browser needs no second factor for 30 days. */
const TrustLabel = () => (
  <>
    {s.trust}
    <span className="block text-sm text-ink-2">{s.trustHint}</span>
  </>
)
