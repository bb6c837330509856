import { useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { deviceName } from '#shared/auth/device-name.ts'
import { passkeysContract as contract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'
import { FormFailure } from '#web/auth/auth-fields.tsx'
import { api } from '#web/lib/api.ts'
import { placeErrors } from '#web/lib/form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { loadPasskeyBrowser } from './load-passkey-browser.ts'
import { useBegin } from './use-begin.ts'

const begin = async () => (await api(contract.begin, {})).data.options

/** The steps that make a passkey: naming it, and confirming it in the browser's dialog. */
export function SetUpPasskey({ onAdded }: { onAdded: (codes: string[]) => void }) {
  const { begun, failure, needsPassword, again } = useBegin(begin)
  if (needsPassword) return <ConfirmPassword onConfirmed={again} />
  return (
    <>
      <p className="mb-6 text-ink-2">{s.makeText}</p>
      <FormFailure sentence={failure} />
      {begun && <MakeForm options={begun} onAdded={onAdded} onUsedUp={again} />}
    </>
  )
}

type MakeFormProps = {
  options: Record<string, unknown>
  onAdded: (codes: string[]) => void
  /**
   * Called after the server has refused a passkey. The challenge in `options` works only once, so the caller must
   * request a new one.
   */
  onUsedUp: () => void
}

function MakeForm({ options, onAdded, onUsedUp }: MakeFormProps) {
  const [failure, setFailure] = useState('')
  const form = useForm({ defaultValues: { name: deviceName(navigator.userAgent) } })
  useEffect(() => void loadPasskeyBrowser(), [])
  const make = useCallback(
    async (name: string) => {
      const passkey = await (await loadPasskeyBrowser()).makePasskey(options)
      if (passkey === null) return setFailure(s.stopped)
      try {
        onAdded((await api(contract.add, { body: { name, passkey } })).data.recovery_codes)
      } catch (error) {
        setFailure(placeErrors(error, form, ['name']).join('\n'))
        onUsedUp()
      }
    },
    [options, onAdded, onUsedUp, form],
  )
  const submit = form.handleSubmit(({ name }) => {
    setFailure('')
    return make(name)
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormFailure sentence={failure} />
      <TextField
        {...form.register('name', { validate: (name) => name.trim() !== '' || s.nameRequired })}
        label={s.name}
        required
        maxLength={60}
        hint={s.nameHint}
        error={form.formState.errors.name?.message}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" size="lg" block busy={form.formState.isSubmitting} busyLabel={s.making}>
        {s.make}
      </Button>
    </form>
  )
}
