import { useEffect } from 'react'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { SoldPackage } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { dispatchOrder, useOrder } from '#web/sales/till/order-store.ts'
import { isSettled, type OrderLine, type OrderSession } from '#web/sales/till/order.ts'
import { Button } from '#web/ui/button.tsx'
import { coveredText, useOpenPackages } from './open-packages.tsx'

/** The free sessions of a package for a service, without those that the order uses already. */
function freeSessions(one: SoldPackage, line: OrderLine, userId: string): OrderSession[] {
  const used = new Set((line.sessions ?? []).map(({ id }) => id))
  const service = one.services.find(({ service_id }) => service_id === line.serviceId)
  return (service?.left ?? [])
    .filter(({ id }) => !used.has(id))
    .map(({ id, value }) => ({ id, packageId: one.id, packageName: one.name, userId, value: toCentavos(value) }))
}

/**
 * When the cashier chooses another client for the order, removes the sessions of packages that belong to other clients,
 * because clients can use only the sessions of their own packages.
 */
function useOwnSessionsOnly(lines: readonly OrderLine[], userId: string): void {
  useEffect(() => {
    for (const { serviceId, sessions = [] } of lines) {
      const own = sessions.filter((session) => session.userId === userId)
      if (own.length < sessions.length) dispatchOrder({ type: 'sessions', serviceId, sessions: own })
    }
  }, [lines, userId])
}

/** The packages of the client that cover services of the order, each with a button that uses a session. */
export function PackageOffers({ userId }: { userId: string }) {
  const order = useOrder()
  const { packages, failure } = useOpenPackages({ user_id: userId })
  useOwnSessionsOnly(order.lines, userId)
  const lines = order.lines.filter(
    (line) => line.sessions || packages.some((one) => freeSessions(one, line, userId).length > 0),
  )
  if (failure) return <p className="text-sm text-danger">{failure.message}</p>
  if (lines.length === 0) return null
  return (
    <ul aria-label={s.heading} className="space-y-2">
      {lines.map((line) => (
        <OfferedSessions
          key={line.serviceId}
          line={line}
          packages={packages}
          userId={userId}
          disabled={isSettled(order)}
        />
      ))}
    </ul>
  )
}

type OfferProps = { line: OrderLine; packages: readonly SoldPackage[]; userId: string; disabled: boolean }

/**
 * A service of the order with the package sessions that it uses, and the first package that can pay for a further
 * piece.
 */
function OfferedSessions({ line, packages, userId, disabled }: OfferProps) {
  const used = line.sessions ?? []
  const next =
    used.length < line.quantity ? packages.find((one) => freeSessions(one, line, userId).length > 0) : undefined
  const change = (sessions: OrderSession[]) => dispatchOrder({ type: 'sessions', serviceId: line.serviceId, sessions })
  return (
    <li className="animate-press-guard space-y-2 rounded-ctl bg-primary-soft px-3.5 py-2.5 text-sm text-primary-ink">
      {used.map((session) => (
        <div key={session.id} className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 font-semibold">
            {line.name}: {s.used(session.packageName)}{' '}
            <span className="font-normal">{s.paid(formatPeso(Math.min(session.value, line.price)))}</span>
          </p>
          <Button disabled={disabled} onClick={() => change(used.filter(({ id }) => id !== session.id))}>
            {s.doNotUse}
          </Button>
        </div>
      ))}
      {next && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1">
            <b className="font-semibold">{line.name}: </b>
            {coveredText(next, line.serviceId)}
          </p>
          <Button
            variant="primary"
            disabled={disabled}
            onClick={() => change([...used, freeSessions(next, line, userId)[0]!])}
          >
            {s.use}
          </Button>
        </div>
      )}
    </li>
  )
}
