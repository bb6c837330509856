import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const NewCodesDialog = lazyDialog(async () => (await import('./factor-dialogs.tsx')).NewCodesDialog)
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
  const { app_since: since, recovery_codes_left: left, is_required: isRequired } = state
  const newCodes = useDialog(NewCodesDialog)
  const switchOff = useDialog(SwitchOffDialog)
  if (since === null)
    return (
      <>
        <Badge>{s.isOff}</Badge>
        <p className="text-sm text-ink-2">{isRequired ? s.required : s.cardText}</p>
        <Link to={paths.secondFactor} className={buttonClass({ block: true })}>
          <ShieldCheck size={18} aria-hidden="true" />
          {s.setUp}
        </Link>
      </>
    )
  return (
    <>
      <Badge tone="success">{s.isOn}</Badge>
      <p className="text-sm text-ink-2">
        {s.onSince(formatShortDate(manilaDate(new Date(since))))}
        <span className="block">{s.codesLeft(left)}</span>
      </p>
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
