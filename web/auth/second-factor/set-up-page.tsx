import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { FormFailure } from '#web/auth/auth-fields.tsx'
import { CoverPage } from '#web/auth/cover-page.tsx'
import { destinationAfterLogIn } from '#web/auth/after-log-in.ts'
import { useBrand } from '#web/auth/link-page.tsx'
import { useLogOut } from '#web/auth/log-out-dialog.tsx'
import { serverMessage } from '#web/lib/api-errors.ts'
import { api } from '#web/lib/api.ts'
import { storeFlash } from '#web/lib/flash.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { openDocument, paths } from '#web/lib/paths.ts'
import { checkSession, currentSession, personOf, usePerson } from '#web/lib/session/session.ts'
import { qrModules, qrPath, qrWidth } from '#web/website/qr-code.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/**
 * Sets up the authenticator app of one's own log-in. Staff of a clinic that requires it see this page before anything
 * else.
 */
export default function SetUpPage() {
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <CoverPage clinic={useBrand()} wide>
      <section className="rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9">
        <h1 className="display text-[2.25rem] leading-tight">{codes ? s.codesTitle : s.setUpTitle}</h1>
        {codes ? <SaveCodes codes={codes} /> : <Connect onConnected={setCodes} />}
      </section>
    </CoverPage>
  )
}

type Made = { secret: string; uri: string }

/** The secret, which is made when the page opens, or why there is none. */
function useSecret(): { made: Made | null; failure: string } {
  const [made, setMade] = useState<Made | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    api(contract.makeSecret, {}).then(
      ({ data }) => setMade(data),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailure(serverMessage(error, s.notLoaded))
      },
    )
  }, [])
  return { made, failure }
}

function Connect({ onConnected }: { onConnected: (codes: string[]) => void }) {
  const isRequired = usePerson().second_factor === 'required'
  const { made, failure } = useSecret()
  return (
    <>
      <p className="mt-1 mb-6 text-ink-2">
        {isRequired && <b className="block text-ink">{s.mustSetUp}</b>}
        {s.setUpText}
      </p>
      <FormFailure sentence={failure} />
      {made && <ConnectForm {...made} onConnected={onConnected} />}
      <WayOut isRequired={isRequired} />
    </>
  )
}

function useConfirmation(onConnected: (codes: string[]) => void) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    resolver: contractResolver(contract.confirm.body, (values) => values),
    defaultValues: { code: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      onConnected((await api(contract.confirm, { body })).data.recovery_codes)
    } catch (error) {
      setFailure(placeErrors(error, form, ['code']).join('\n'))
    }
  })
  return { form, failure, submit }
}

function ConnectForm({ secret, uri, onConnected }: Made & { onConnected: (codes: string[]) => void }) {
  const { form, failure, submit } = useConfirmation(onConnected)
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
  return (
    <svg
      role="img"
      aria-label={s.qrLabel}
      viewBox={`0 0 ${qrWidth(modules)} ${qrWidth(modules)}`}
      shapeRendering="crispEdges"
      className="mx-auto my-3 w-full max-w-56 rounded-card border border-line bg-white"
    >
      <path d={qrPath(modules)} fill="#000" />
    </svg>
  )
}

/** Returns a function that opens the page that the person wanted before this page was required of them. */
function useGoOn(): () => Promise<void> {
  const next = useSearchParams()[0].get('next')
  const isRequired = usePerson().second_factor === 'required'
  const navigate = useNavigate()
  return async () => {
    await checkSession()
    if (!isRequired) return void navigate(paths.profile)
    const person = personOf(currentSession())
    storeFlash({ title: s.switchedOn, seconds: 3 })
    openDocument(person ? destinationAfterLogIn(person, next) : paths.login)
  }
}

function SaveCodes({ codes }: { codes: readonly string[] }) {
  const goOn = useGoOn()
  return (
    <>
      <p className="mt-1 mb-6 text-ink-2">{s.codesText}</p>
      <RecoveryCodes codes={codes} />
      <Button variant="primary" size="lg" block className="mt-6" onClick={() => void goOn()}>
        {s.done}
      </Button>
    </>
  )
}

/** A button to leave the page: to log out for people who must set it up, to go back for everybody else. */
function WayOut({ isRequired }: { isRequired: boolean }) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return (
    <Button variant="quiet" block className="mt-2" onClick={() => void (isRequired ? logOut() : navigate(-1))}>
      {isRequired ? authMessages.logOut : authMessages.back}
    </Button>
  )
}
