import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { CoverPage } from '#web/auth/cover-page.tsx'
import { destinationAfterLogIn } from '#web/auth/after-log-in.ts'
import { useBrand } from '#web/auth/link-page.tsx'
import { useLogOut } from '#web/auth/log-out-dialog.tsx'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { storeFlash } from '#web/lib/flash.ts'
import { openDocument, paths } from '#web/lib/paths.ts'
import { checkSession, currentSession, personOf, usePerson } from '#web/lib/session/session.ts'
import { qrModules, qrPath, qrWidth } from '#web/website/qr-code.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
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

function Connect({ onConnected }: { onConnected: (codes: string[]) => void }) {
  const isRequired = usePerson().second_factor === 'required'
  const [failure, setFailure] = useState('')
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null)
  const make = useAction(contract.makeSecret, {
    failed: (error) => {
      setFailure(error.message)
      return null
    },
    onDone: ({ data }) => {
      setFailure('')
      setMade(data)
    },
  })
  const { run } = make
  useEffect(() => void run({}), [run])
  return (
    <>
      <p className="mt-1 mb-6 text-ink-2">
        {isRequired && <b className="block text-ink">{s.mustSetUp}</b>}
        {s.setUpText}
      </p>
      {failure && (
        <ErrorPanel message={failure} onRetry={() => void run({})} busy={make.busy} lastUpdated={undefined} />
      )}
      {made ? <ConnectForm {...made} onConnected={onConnected} /> : !failure && <Skeleton className="h-96" />}
      <WayOut isRequired={isRequired} />
    </>
  )
}

type ConnectFormProps = { secret: string; uri: string; onConnected: (codes: string[]) => void }

function ConnectForm({ secret, uri, onConnected }: ConnectFormProps) {
  const { form, busy, onSubmit } = useContractForm(contract.confirm, {
    values: { code: '' },
    input: (body) => ({ body }),
    failed: s.notSwitchedOn,
    reread: [contract.read],
    onDone: ({ data }) => onConnected(data.recovery_codes),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
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
        <TextField
          {...form.register('code')}
          label={s.sixDigits}
          required
          error={form.formState.errors.code?.message}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
      <Button type="submit" variant="primary" size="lg" block busy={busy} busyLabel={s.switchingOn}>
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

/** Leads to the page that the person wanted before they were sent here; the session is then without duties. */
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
