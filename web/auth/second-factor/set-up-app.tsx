import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { FormFailure } from '#web/auth/auth-fields.tsx'
import { api } from '#web/lib/api.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { qrModules } from '#web/website/qr-code.ts'
import { QrPicture } from '#web/website/qr-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { useBegin } from './use-begin.ts'

const begin = async () => (await api(contract.makeSecret, {})).data

type Made = Awaited<ReturnType<typeof begin>>
type Added = { onAdded: (codes: string[]) => void }

/** The steps that connect an authenticator app: scanning the QR code and entering a code. */
export function SetUpApp({ onAdded }: Added) {
  const { begun, failure, needsPassword, again } = useBegin(begin)
  if (needsPassword) return <ConfirmPassword onConfirmed={again} />
  return (
    <>
      <p className="mb-6 text-ink-2">{s.setUpText}</p>
      <FormFailure sentence={failure} />
      {begun && <ConnectForm {...begun} onAdded={onAdded} onVoid={again} />}
    </>
  )
}

/** `onVoid` is called when the code cannot be confirmed any more, because its secret is too old or was replaced. */
type Confirmed = Added & { onVoid: () => void }

function useConfirmation({ onAdded, onVoid }: Confirmed) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    resolver: contractResolver(contract.confirm.body, (values) => values),
    defaultValues: { code: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      onAdded((await api(contract.confirm, { body })).data.recovery_codes)
    } catch (error) {
      setFailure(placeErrors(error, form, ['code']).join('\n'))
      if (error instanceof ApiError && error.status === 409) onVoid()
    }
  })
  return { form, failure, submit }
}

function ConnectForm({ secret, uri, ...confirmed }: Made & Confirmed) {
  const { form, failure, submit } = useConfirmation(confirmed)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <div>
        <h2 className="font-semibold">{s.scan}</h2>
        <QrCode text={uri} />
        <p className="text-sm text-ink-2">
          {s.typeInstead}{' '}
          <code className="tnum font-mono wrap-anywhere text-ink">{secret.replaceAll(/(.{4})/g, '$1 ')}</code>
        </p>
        <a
          href={uri}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-primary hover:underline md:hidden"
        >
          {s.openApp}
        </a>
      </div>
      <div>
        <h2 className="mb-2 font-semibold">{s.enterCode}</h2>
        <FormFailure sentence={failure} />
        <TextField
          {...form.register('code')}
          label={s.sixDigits}
          required
          error={form.formState.errors.code?.message}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={s.switchingOn}
      >
        {s.switchOn}
      </Button>
    </form>
  )
}

function QrCode({ text }: { text: string }) {
  const modules = useMemo(() => qrModules(text), [text])
  return <QrPicture modules={modules} label={s.qrLabel} className="my-3 max-w-56" />
}
