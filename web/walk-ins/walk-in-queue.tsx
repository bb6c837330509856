import { UserMinus } from 'lucide-react'
import { Link } from 'react-router'
import { walkInsContract, type WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { UNDO_SECONDS } from '#web/appointments/visit/visit-changes.ts'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { clientPath } from '#web/clients/client-paths.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { payPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { useMinute } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const TakeInDialog = lazyDialog(async () => (await import('./take-in-dialog.tsx')).TakeInDialog)

/**
 * The walk-ins who are waiting today, by number. Hidden while nobody is waiting. The heading has level 3 on the day
 * board, which has a heading of level 2, and otherwise level 2.
 */
export function WalkInQueue({ heading: Heading = 'h2', className }: { heading?: 'h2' | 'h3'; className?: string }) {
  const { data, failure } = useRead(walkInsContract.queue, {}, { live: true, failed: s.failedToLoad })
  const takeIn = useDialog(TakeInDialog)
  const waiting = data?.data ?? []
  if (waiting.length === 0 && !failure) return null
  return (
    <section aria-label={s.title} className={className}>
      <Heading className="flex min-h-16 items-center gap-2 border-b border-line px-4 text-ctl font-bold">
        {s.title} {waiting.length > 0 && <Badge>{waiting.length}</Badge>}
      </Heading>
      {failure && <ErrorPanel {...failure} className="m-3" />}
      <ul className="divide-y divide-line">
        {waiting.map((walkIn) => (
          <Waiting key={walkIn.id} walkIn={walkIn} onTakeIn={() => takeIn.open({ walkIn })} />
        ))}
      </ul>
      {takeIn.element}
    </section>
  )
}

function Waiting({ walkIn, onTakeIn }: { walkIn: WalkIn; onTakeIn: () => void }) {
  const { id, number, name, service_name, came_at, client_id } = walkIn
  const role = useRole()
  const now = useMinute()
  const left = useMarkLeft()
  return (
    // The buttons are beside the client where there is room, and below the client in the narrow list beside the board.
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52 space-y-1">
        <div className="flex items-baseline gap-2">
          <Badge tone="gold" className="tnum shrink-0">
            {s.number(number)}
          </Badge>
          <Link to={clientPath(role, client_id)} className="min-w-0 flex-1 font-bold wrap-anywhere hover:underline">
            {name}
          </Link>
          <span className="tnum shrink-0 text-sm font-semibold text-info">{formatWait(came_at, now)}</span>
        </div>
        <p className="text-sm text-ink-2">{service_name}</p>
        <AlertLine clientId={client_id} isShort />
      </div>
      <div className="flex items-center gap-2">
        <Button aria-label={s.actionFor(s.nowWith, name)} onClick={onTakeIn} className="px-3.5!">
          {s.nowWith}
        </Button>
        <PayWalkInLink id={id} name={name} />
        <IconButton
          label={s.actionFor(s.left, name)}
          icon={<UserMinus size={20} aria-hidden="true" />}
          disabled={left.busy}
          onClick={() => void left.run(walkIn)}
        />
      </div>
    </li>
  )
}

/** Opens the till with the walk-in's order. Hidden for staff who do not sell. */
function PayWalkInLink({ id, name }: { id: string; name: string }) {
  if (!useMaySell()) return null
  return (
    <Link to={payPath(id, 'walkin')} aria-label={s.actionFor(s.pay, name)} className={`${buttonClass()} px-3.5!`}>
      {s.pay}
    </Link>
  )
}

const setLeft = (left: boolean) => (walkIn: WalkIn) =>
  api(walkInsContract.setLeft, { params: { id: walkIn.id }, body: { left } })

/** Marks a walk-in as left; the toast can undo it. */
function useMarkLeft() {
  const back = useAction(setLeft(false), {
    done: (_, { name }) => s.isBack(name),
    failed: s.notMarkedLeft,
    reread: [walkInsContract.queue],
  })
  return useAction(setLeft(true), {
    done: (_, walkIn) => ({
      title: s.markedLeft(walkIn.name),
      seconds: UNDO_SECONDS,
      secondary: { label: s.undo, onPress: () => void back.run(walkIn) },
    }),
    failed: s.notMarkedLeft,
    reread: [walkInsContract.queue],
  })
}
