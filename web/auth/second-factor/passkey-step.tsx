import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { passkeysContract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { FormFailure } from '#web/auth/auth-fields.tsx'
import { serverMessage } from '#web/lib/api-errors.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TickField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { loadPasskeyBrowser } from './load-passkey-browser.ts'
import { TrustLabel } from './trust-label.tsx'

type PasskeyStepProps = {
  onLoggedIn: (person: SessionPerson) => void
  onLeave: () => void
  options: Record<string, unknown>
  /**
   * Called after the server has refused a passkey. The challenge in `options` works only once, so the caller must
   * request a new one.
   */
  onRefused: () => void
}

/** Asks for a passkey at the log-in. A press on the button opens the browser's own dialog. */
export function PasskeyStep({ onLoggedIn, onLeave, options, onRefused }: PasskeyStepProps) {
  const [failure, setFailure] = useState('')
  const form = useForm({ defaultValues: { trust_device: false } })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    void loadPasskeyBrowser()
  }, [])
  const submit = form.handleSubmit(async (choice) => {
    setFailure('')
    const passkey = await (await loadPasskeyBrowser()).signWithPasskey(options)
    if (passkey === null) return setFailure(s.notUsed)
    try {
      onLoggedIn((await api(passkeysContract.finishLogIn, { body: { passkey, ...choice } })).user)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const sentence = serverMessage(error, s.wrong)
      if (error.status === 401) {
        toast.error({ title: sentence, seconds: 5 })
        return onLeave()
      }
      setFailure(sentence)
      onRefused()
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={s.logIn}>
      <p className="mb-5 text-ink-2">{s.logInText}</p>
      <FormFailure sentence={failure} />
      <TickField {...form.register('trust_device')} label={<TrustLabel />} className="mt-3" />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        ref={button}
        busy={form.formState.isSubmitting}
        busyLabel={s.loggingIn}
        icon={<Fingerprint size={20} aria-hidden="true" />}
        className="mt-6"
      >
        {s.logIn}
      </Button>
    </form>
  )
}
