import { devicesContract as contract, type OwnSession } from '#shared/auth/devices-contract.ts'
import { devicesMessages as s } from '#shared/auth/devices-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'

/** The devices on which the person is logged in, each with a button that logs out of it. */
export function DevicesCard() {
  const { data, failure } = useRead(contract.list, {}, { failed: s.notLoaded })
  return (
    <SectionCard title={s.title} bodyClassName="px-5 pb-5">
      {failure && <ErrorPanel {...failure} />}
      {data ? <Sessions sessions={data.data.sessions} /> : !failure && <Skeleton className="h-24" />}
    </SectionCard>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const logOutOthers = useAction(contract.logOutOthers, {
    ask: () => ({
      title: s.othersQuestion,
      body: s.othersText,
      confirmLabel: s.logOut,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.loggingOut,
    }),
    done: ({ message }) => message,
    failed: s.othersNotLoggedOut,
    reread: [contract.list],
  })
  return (
    <>
      <p className="text-sm text-ink-2">{s.text}</p>
      <ul className="mt-2 divide-y divide-line">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {sessions.some((session) => !session.is_current) && (
        <Button block className="mt-3" onClick={() => void logOutOthers.run({})}>
          {s.logOutOthers}
        </Button>
      )}
    </>
  )
}

const stateOf = ({ last_used_at: lastUse, is_logged_in: isLoggedIn, gets_notifications: isSubscribed }: OwnSession) => {
  if (!isLoggedIn) return [s.onlyNotifications]
  return [s.lastUsed(formatInstant(new Date(lastUse))), ...(isSubscribed ? [s.getsNotifications] : [])]
}

function Session({ session }: { session: OwnSession }) {
  const device = session.device || s.unknown
  const logOut = useAction(({ id }: OwnSession) => api(contract.logOut, { params: { id } }), {
    done: ({ message }) => message,
    failed: s.notLoggedOut,
    reread: [contract.list],
  })
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1">
        <b className="block wrap-anywhere">{device}</b>
        {stateOf(session).map((line) => (
          <span key={line} className="tnum block text-sm text-ink-2">
            {line}
          </span>
        ))}
      </span>
      {session.is_current ? (
        <Badge tone="success">{s.current}</Badge>
      ) : (
        <Button aria-label={s.logOutOf(device)} busy={logOut.busy} onClick={() => void logOut.run(session)}>
          {s.logOut}
        </Button>
      )}
    </li>
  )
}
