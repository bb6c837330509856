import { useCallback, type ReactNode } from 'react'
import type { PriceList } from '#shared/sales/contract.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { parkOrder, takeUpOrder, useParkedOrders } from './parked-orders.ts'
import { repriceOrder } from './order-store.ts'
import type { Order } from './order.ts'
import type { Person } from './payment.ts'
import { useTillKey } from './use-till-key.ts'

const ParkDialog = lazyDialog(async () => (await import('./park-dialog.tsx')).ParkDialog)

/** What belongs to an order besides: its price notes, and the client whom the address names. */
type Around = {
  prices: { reprice: (prices: PriceList) => void; forget: () => void }
  buyer: Person | null
  clientId: string | null
  setClient: (id: string | null) => void
}

type Parking = { open: () => void; takeUp: (key: string) => void; element: ReactNode }

/** Puts the order aside and takes one up again, at the prices of today. */
export function useParking(order: Order, { prices, buyer, clientId, setClient }: Around): Parking {
  const { reprice, forget } = prices
  const client = order.name ?? order.visit?.name ?? buyer?.name ?? ''
  const isAnythingParked = useParkedOrders().length > 0
  const park = (name: string) => {
    if (!parkOrder({ name, clientId })) return
    forget()
    setClient(null)
  }
  const takeUp = useCallback(
    (key: string) => {
      const parked = takeUpOrder(key, { name: client, clientId })
      if (!parked) return
      forget()
      setClient(parked.clientId)
      repriceOrder(reprice)
    },
    [client, clientId, forget, reprice, setClient],
  )
  const dialog = useDialog(ParkDialog, { order, client, onPark: park, onTakeUp: takeUp })
  const open = () => dialog.open({})
  useTillKey('p', () => {
    if (order.lines.length > 0 || isAnythingParked) open()
  })
  return { open, takeUp, element: dialog.element }
}
