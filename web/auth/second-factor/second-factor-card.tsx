import { Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { formatInstant, formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useRead } from '#web/data/use-read.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'

const dialogs = () => import('./factor-dialogs.tsx')
const NewCodesDialog = lazyDialog(async () => (await dialogs()).NewCodesDialog)
const RemoveAppDialog = lazyDialog(async () => (await dialogs()).RemoveAppDialog)
const RemovePasskeyDialog = lazyDialog(async () => (await dialogs()).RemovePasskeyDialog)
const RenamePasskeyDialog = lazyDialog(async () => (await dialogs()).RenamePasskeyDialog)
const SwitchOffDialog = lazyDialog(async () => (await dialogs()).SwitchOffDialog)

type State = Output<typeof contract.read>['data']

/** The second factor of one's own log-in, on the profile of staff. */
export function SecondFactorCard() {
  const read = useRead(contract.read, {}, { failed: s.notLoaded })
  return (
    <SectionCard title={s.title} bodyClassName="space-y-3 px-5 pb-5">
      <Loaded read={read} skeleton="h-24">
        {({ data }) => <Details state={data} />}
      </Loaded>
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
        <SetUpLink to={publicPaths.secondFactor}>{s.setUp}</SetUpLink>
      </>
    )
  return (
    <>
      <Badge tone="success">{s.isOn}</Badge>
      <Steps app_since={since} passkeys={passkeys} />
      <p className="text-sm text-ink-2">{s.codesLeft(left)}</p>
      {canUsePasskeys(state.passkey_site) && (
        <SetUpLink to={`${publicPaths.secondFactor}?way=passkey`}>{passkeyMessages.add}</SetUpLink>
      )}
      {since === null && <SetUpLink to={`${publicPaths.secondFactor}?way=app`}>{passkeyMessages.addApp}</SetUpLink>}
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

const trash = <Trash2 size={18} aria-hidden="true" />

/** The person's app and passkeys, each with a button that removes it. */
function Steps({ app_since: since, passkeys }: Pick<State, 'app_since' | 'passkeys'>) {
  const removeApp = useDialog(RemoveAppDialog)
  const remove = useDialog(RemovePasskeyDialog)
  const rename = useDialog(RenamePasskeyDialog)
  const isOnlyFactor = since === null && passkeys.length === 1
  return (
    <>
      <ul aria-label={s.steps} className="divide-y divide-line border-y border-line">
        {since !== null && (
          <Step name={s.app} words={s.appSince(shortDayOf(since))}>
            {/* Without a passkey, removing the app would switch the second factor off; another button does that. */}
            {passkeys.length > 0 && <IconButton label={s.removeApp} icon={trash} onClick={() => removeApp.open({})} />}
          </Step>
        )}
        {passkeys.map(({ id, name, ...use }) => (
          <Step key={id} name={name} words={wordsOfUse(use)}>
            <IconButton
              label={passkeyMessages.renameOf(name)}
              icon={<Pencil size={18} aria-hidden="true" />}
              onClick={() => rename.open({ id, name })}
            />
            <IconButton
              label={passkeyMessages.removeOf(name)}
              icon={trash}
              onClick={() => remove.open({ id, name, isOnlyFactor })}
            />
          </Step>
        ))}
      </ul>
      {removeApp.element}
      {remove.element}
      {rename.element}
    </>
  )
}

type StepProps = { name: string; words: string; children: ReactNode }

const Step = ({ name, words, children }: StepProps) => (
  <li className="flex min-h-14 items-center gap-1 py-2">
    <span className="min-w-0 flex-1">
      <b className="block wrap-anywhere">{name}</b>
      <span className="tnum block text-sm text-ink-2">{words}</span>
    </span>
    {children}
  </li>
)

type Use = Pick<State['passkeys'][number], 'created_at' | 'last_used_at'>

const shortDayOf = (instant: string) => formatShortDate(manilaDate(new Date(instant)))

const wordsOfUse = ({ created_at: madeAt, last_used_at: lastUse }: Use) =>
  lastUse === null
    ? passkeyMessages.neverUsed(shortDayOf(madeAt))
    : passkeyMessages.lastUsed(formatInstant(new Date(lastUse)))
