import { devicesContract as contract, type OwnSession, type TrustedDevice } from '#shared/auth/devices-contract.ts'
import { devicesMessages as s } from '#shared/auth/devices-messages.ts'
import { formatInstant, formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { ReactNode } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'

/** The devices on which the person is logged in, each with a button that logs out of it. */
export function DevicesCard() {
  const read = useRead(contract.list, {}, { failed: s.notLoaded })
  return (
    <SectionCard title={s.title} bodyClassName="px-5 pb-5">
      <Loaded read={read} skeleton="h-24">
        {({ data }) => (
          <>
            <Sessions sessions={data.sessions} />
            <Trusted devices={data.trusted} />
          </>
        )}
      </Loaded>
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
    <Row device={device} lines={stateOf(session)}>
      {session.is_current ? (
        <Badge tone="success">{s.current}</Badge>
      ) : (
        <Button aria-label={s.logOutOf(device)} busy={logOut.busy} onClick={() => void logOut.run(session)}>
          {s.logOut}
        </Button>
      )}
    </Row>
  )
}

/** The trusted devices, on which a log-in needs no second factor; nothing if there are none. */
function Trusted({ devices }: { devices: readonly TrustedDevice[] }) {
  if (devices.length === 0) return null
  return (
    <>
      <h3 className="mt-5 font-semibold">{s.trustedTitle}</h3>
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <Trust key={device.id} device={device} />
        ))}
      </ul>
    </>
  )
}

function Trust({ device }: { device: TrustedDevice }) {
  const name = device.device || s.unknown
  const distrust = useAction(({ id }: TrustedDevice) => api(contract.distrust, { params: { id } }), {
    done: ({ message }) => message,
    failed: s.notDistrusted,
    reread: [contract.list],
  })
  const lines = [
    s.trustedUntil(formatShortDate(manilaDate(new Date(device.trusted_until)))),
    s.lastUsed(formatInstant(new Date(device.last_used_at))),
    ...(device.is_current ? [s.current] : []),
  ]
  return (
    <Row device={name} lines={lines}>
      <Button aria-label={s.distrustOf(name)} busy={distrust.busy} onClick={() => void distrust.run(device)}>
        {s.distrust}
      </Button>
    </Row>
  )
}

type RowProps = { device: string; lines: readonly string[]; children: ReactNode }

function Row({ device, lines, children }: RowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1">
        <b className="block wrap-anywhere">{device}</b>
        {lines.map((line) => (
          <span key={line} className="tnum block text-sm text-ink-2">
            {line}
          </span>
        ))}
      </span>
      {children}
    </li>
  )
}
