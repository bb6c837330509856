import { useEffect } from 'react'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { deviceStore } from '#web/lib/device-store.ts'

const store = deviceStore<string | null>('mutya.terminal', (kept) => {
  const id: unknown = kept === null ? null : JSON.parse(kept)
  return typeof id === 'string' ? id : null
})

/** The terminal that was chosen for this device; null where there is no choice, or none was made. */
export const chosenTerminal = store.current

export const chooseTerminal = (id: string): void => void store.set(id)

/** What stands before selling on this device; undefined while it is not known, and where cash control is off. */
export function useTill(): Till | undefined {
  const chosen = store.use()
  const { data } = useRead(
    cashContract.till,
    { querystring: chosen === null ? {} : { terminal_id: chosen } },
    { live: true },
  )
  const till = data?.data.is_on ? data.data : undefined
  // A terminal that was switched off is forgotten: the only one that is left, or another choice, takes its place.
  const isForgotten = till !== undefined && chosen !== null && till.terminal?.id !== chosen
  useEffect(() => {
    if (isForgotten) store.set(null)
  }, [isForgotten])
  return till
}
