import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { authMessages } from '#shared/auth/messages.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { FormFailure } from '#web/auth/auth-fields.tsx'
import { destinationAfterLogIn } from '#web/auth/after-log-in.ts'
import { CoverPage } from '#web/auth/cover-page.tsx'
import { useBrand } from '#web/auth/link-page.tsx'
import { useLogOut } from '#web/auth/log-out-dialog.tsx'
import { api } from '#web/lib/api.ts'
import { storeFlash } from '#web/lib/flash.ts'
import { openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { checkSession, currentSession, personOf, usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { canUsePasskeys, type PasskeySite } from './can-use-passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { SetUpPasskey } from './set-up-passkey.tsx'
import { useBegin } from './use-begin.ts'

const readState = async () => (await api(contract.read, {})).data

/**
 * Adds a passkey or an authenticator app to one's own log-in. Staff of a clinic that requires a second factor see this
 * page before anything else.
 */
export default function SetUpPage() {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { begun: state, failure } = useBegin(readState)
  const goOn = useGoOn()
  const onAdded = (made: string[]) => {
    if (made.length > 0) return setCodes(made)
    toast.success({ title: s.added })
    void goOn()
  }
  return (
    <CoverPage clinic={useBrand()} wide>
      <section className="rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9">
        <FormFailure sentence={failure} />
        {codes ? (
          <SaveCodes codes={codes} onDone={goOn} />
        ) : (
          state && <Choice site={state.passkey_site} hasApp={state.app_since !== null} onAdded={onAdded} />
        )}
      </section>
    </CoverPage>
  )
}

type ChoiceProps = { site: PasskeySite | null; hasApp: boolean; onAdded: (codes: string[]) => void }

/** Offers to add a passkey or, if the browser cannot make one, an authenticator app. */
function Choice({ site, hasApp, onAdded }: ChoiceProps) {
  const isRequired = usePerson().second_factor === 'required'
  const wanted = useSearchParams()[0].get('way')
  const canMake = canUsePasskeys(site)
  const [usesPasskey, setUsesPasskey] = useState(canMake && (hasApp || wanted !== 'app'))
  return (
    <>
      <h1 className="display text-[2.25rem] leading-tight">{usesPasskey ? passkeyMessages.makeTitle : s.setUpTitle}</h1>
      {isRequired && <b className="mb-1 block">{s.mustSetUp}</b>}
      {usesPasskey ? <SetUpPasskey onAdded={onAdded} /> : <SetUpApp onAdded={onAdded} />}
      {canMake && !hasApp && (
        <Button variant="quiet" block className="mt-3" onClick={() => setUsesPasskey(!usesPasskey)}>
          {usesPasskey ? passkeyMessages.appInstead : passkeyMessages.passkeyInstead}
        </Button>
      )}
      <WayOut isRequired={isRequired} />
    </>
  )
}

/** Returns a function that opens the page that the person wanted to open before the second factor was required. */
function useGoOn(): () => Promise<void> {
  const next = useSearchParams()[0].get('next')
  const isRequired = usePerson().second_factor === 'required'
  const navigate = useNavigate()
  return async () => {
    await checkSession()
    // Everything is reloaded, because data such as the profile (which lists the second factor) was read before it was
    // added.
    await queryClient.invalidateQueries()
    if (!isRequired) return void navigate(publicPaths.profile)
    const person = personOf(currentSession())
    storeFlash({ title: s.switchedOn, seconds: 3 })
    openDocument(person ? destinationAfterLogIn(person, next) : publicPaths.login)
  }
}

function SaveCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => Promise<void> }) {
  return (
    <>
      <h1 className="display text-[2.25rem] leading-tight">{s.codesTitle}</h1>
      <p className="mt-1 mb-6 text-ink-2">{s.codesText}</p>
      <RecoveryCodes codes={codes} />
      <Button variant="primary" size="lg" block className="mt-6" onClick={() => void onDone()}>
        {s.done}
      </Button>
    </>
  )
}

/** A button to leave the page: to log out for people who must set up a second factor, to go back for everybody else. */
function WayOut({ isRequired }: { isRequired: boolean }) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return (
    <Button variant="quiet" block className="mt-2" onClick={() => void (isRequired ? logOut() : navigate(-1))}>
      {isRequired ? authMessages.logOut : authMessages.back}
    </Button>
  )
}
