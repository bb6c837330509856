import { UserRound } from 'lucide-react'
import { useCallback } from 'react'
import { clientsContract } from '#shared/clients/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { alertsFirst, useAlerts } from '#web/alerts/use-alerts.ts'
import { useRead } from '#web/data/use-read.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import type { Person } from '#web/sales/till/payment/payment.ts'
import { Button } from '#web/ui/button.tsx'

const CLIENT = 'client'

type BuyerOfAddress = {
  /** The client whose id is in the URL; null without one and until the client is loaded. */
  buyer: Person | null
  clientId: string | null
  /** Sets the client that the till's URL names; null removes the client from the URL. */
  setClient: (id: string | null) => void
}

/** The client in the URL (`?client=…`), with whom the payment starts. */
export function useBuyerOfAddress(): BuyerOfAddress {
  const [params, edit] = useAddress()
  const id = params.get(CLIENT)
  const { data } = useRead(clientsContract.detail, id === null ? null : { params: { id } })
  const setClient = useCallback(
    (next: string | null) => edit((address) => (next === null ? address.delete(CLIENT) : address.set(CLIENT, next))),
    [edit],
  )
  if (id === null || !data) return { buyer: null, clientId: id, setClient }
  const { user_id: userId, name, email, contact_number: contactNumber } = data.data
  return { buyer: { userId, clientId: data.data.id, name, email, contactNumber }, clientId: id, setClient }
}

type BuyerBarProps = Pick<BuyerOfAddress, 'buyer' | 'clientId'> & { onForget: () => void }

/**
 * The client of the order with their alerts, and a button that removes the client from the order. Shown when the alerts
 * are known or could not be loaded, so that late alerts do not move the services below.
 */
export function BuyerBar({ buyer, clientId, onForget }: BuyerBarProps) {
  const alerts = useAlerts(clientId)
  const shown = alertsFirst({ data: buyer }, alerts).data
  if (!shown) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-primary-soft px-4 py-1 text-sm font-semibold text-primary-ink lg:px-5"
    >
      <UserRound size={20} className="shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{s.orderFor(shown.name)}</p>
        <AlertLine clientId={clientId} isShort className="my-1" />
      </div>
      <Button variant="quiet" onClick={onForget}>
        {s.somebodyElse}
      </Button>
    </div>
  )
}
