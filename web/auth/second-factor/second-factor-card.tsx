import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { formatInstant, formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'

const NewCodesDialog = lazyDialog(async () => (await import('./factor-dialogs.tsx')).NewCodesDialog)
const RemovePasskeyDialog = lazyDialog(async () => (await import('./factor-dialogs.tsx')).RemovePasskeyDialog)
const SwitchOffDialog = lazyDialog(async () => (await import('./factor-dialogs.tsx')).SwitchOffDialog)

type State = Output<typeof contract.read>['data']

/** The second factor of one's own log-in, on the profile of staff. */
export function SecondFactorCard() {
  const { data, failure } = useRead(contract.read, {}, { failed: s.notLoaded })
  return (
    <SectionCard title={s.title} bodyClassName="space-y-3 px-5 pb-5">
      {failure && <ErrorPanel {...failure} />}
      {data ? <Details state={data.data} /> : !failure && <Skeleton className="h-24" />}
    </SectionCard>
  )
}

function Details({ state }: { state: State }) {
  const { app_since: since, passkeys, recovery_codes_left: left, is_required: isRequired } = state
  const newCodes = useDialog(NewCodesDialog)
  const switchOff = useDialog(SwitchOffDialog)
  if (since === null && passkeys.length === 0)
    return (
      <>
        <Badge>{s.isOff}</Badge>
        <p className="text-sm text-ink-2">{isRequired ? s.required : s.cardText}</p>
        <SetUpLink to={paths.secondFactor}>{s.setUp}</SetUpLink>
      </>
    )
  return (
    <>
      <Badge tone="success">{s.isOn}</Badge>
      <p className="text-sm text-ink-2">
        {since !== null && <span className="block">{s.onSince(formatShortDate(manilaDate(new Date(since))))}</span>}
        <span className="block">{s.codesLeft(left)}</span>
      </p>
      <PasskeyList passkeys={passkeys} isOnlyFactor={since === null && passkeys.length === 1} />
      {canUsePasskeys(state.passkey_site) && (
        <SetUpLink to={`${paths.secondFactor}?way=passkey`}>{passkeyMessages.add}</SetUpLink>
      )}
      {since === null && <SetUpLink to={`${paths.secondFactor}?way=app`}>{passkeyMessages.addApp}</SetUpLink>}
      <Button block onClick={() => newCodes.open({})}>
        {s.newCodes}
      </Button>
      <Button block variant="quiet" onClick={() => switchOff.open({})}>
        {s.switchOff}
      </Button>
      {newCodes.element}
      {switchOff.element}
    </>
  )
}

function SetUpLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={buttonClass({ block: true })}>
      <ShieldCheck size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}

type PasskeyListProps = { passkeys: State['passkeys']; isOnlyFactor: boolean }

/** The person's passkeys, each with a button that removes it. */
function PasskeyList({ passkeys, isOnlyFactor }: PasskeyListProps) {
  const remove = useDialog(RemovePasskeyDialog)
  if (passkeys.length === 0) return null
  return (
    <section>
      <h3 className="font-semibold">{passkeyMessages.passkeys}</h3>
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <b className="block wrap-anywhere">{passkey.name}</b>
              <span className="tnum block text-sm text-ink-2">{wordsOfUse(passkey)}</span>
            </span>
            <Button
              aria-label={passkeyMessages.removeOf(passkey.name)}
              onClick={() => remove.open({ id: passkey.id, name: passkey.name, isOnlyFactor })}
            >
              {passkeyMessages.remove}
            </Button>
          </li>
        ))}
      </ul>
      {remove.element}
    </section>
  )
}

const wordsOfUse = ({ created_at: madeAt, last_used_at: lastUse }: State['passkeys'][number]) =>
  lastUse === null
    ? passkeyMessages.neverUsed(formatShortDate(manilaDate(new Date(madeAt))))
    : passkeyMessages.lastUsed(formatInstant(new Date(lastUse)))
