import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { passkeysContract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { CodeStep } from './code-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'

type SecondStepProps = {
  onLoggedIn: (person: SessionPerson) => void
  /** Called when the person goes back, or when the log-in has expired. */
  onLeave: () => void
  /** True in a dialog, which has a heading of its own. */
  isInDialog?: boolean
}

type Ways = Output<typeof passkeysContract.readWays>['data']
type Way = 'passkey' | 'app' | 'recovery'

const codesOnly: Ways = { has_app: true, passkey: null }

/**
 * Returns the second factors with which the log-in can be finished; null until they are known. If the server does not
 * respond, the person can still enter a code.
 */
function useWays(onLeave: () => void) {
  const [ways, setWays] = useState<Ways | null>(null)
  const read = useCallback(
    () =>
      api(passkeysContract.readWays, {}).then(
        ({ data }) => setWays(data),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          if (error.status !== 401) return setWays(codesOnly)
          toast.error({ title: serverMessage(error, s.pendingExpired), seconds: 5 })
          onLeave()
        },
      ),
    [onLeave],
  )
  return { ways, read }
}

/** The ways to finish the log-in that this browser can offer, the easiest first. */
function offered({ has_app: hasApp, passkey }: Ways): Way[] {
  // The response names no domain if the clinic has configured no web address; the browser then uses the domain of the
  // page.
  const site = passkey && { domain: typeof passkey['rpId'] === 'string' ? passkey['rpId'] : null }
  return [...(canUsePasskeys(site) ? (['passkey'] as const) : []), ...(hasApp ? (['app'] as const) : []), 'recovery']
}

const invitations: Record<Way, string> = {
  passkey: passkeyMessages.passkeyInstead,
  app: s.withApp,
  recovery: s.withRecoveryCode,
}

/** Asks for a passkey, the code of the authenticator app or a recovery code, after the password was right. */
export default function SecondStep({ onLoggedIn, onLeave, isInDialog = false }: SecondStepProps) {
  const [chosen, setChosen] = useState<Way | null>(null)
  const { ways, read } = useWays(onLeave)
  useEffect(() => void read(), [read])
  if (ways === null) return <div className="min-h-80" aria-busy="true" />
  const possible = offered(ways)
  const way = chosen ?? possible[0]!
  const done = { onLoggedIn, onLeave }
  return (
    <Frame isInDialog={isInDialog} title={way === 'passkey' ? passkeyMessages.logIn : s.stepTitle}>
      {way === 'passkey' && ways.passkey ? (
        <PasskeyStep {...done} options={ways.passkey} onRefused={() => void read()} />
      ) : (
        <CodeStep {...done} key={way} usesRecovery={way === 'recovery'} />
      )}
      <div className="mt-3">
        {possible
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="quiet" block onClick={() => setChosen(other)}>
              {invitations[other]}
            </Button>
          ))}
        <Button variant="quiet" block onClick={onLeave}>
          {s.otherAccount}
        </Button>
      </div>
      {way === 'recovery' && <p className="mt-3 text-center text-sm text-ink-2">{s.lostBoth}</p>}
    </Frame>
  )
}

function Frame({ isInDialog, title, children }: { isInDialog: boolean; title: string; children: ReactNode }) {
  return (
    <div>
      {!isInDialog && <h1 className="display mb-1 text-[2.25rem] leading-tight">{title}</h1>}
      {children}
    </div>
  )
}
