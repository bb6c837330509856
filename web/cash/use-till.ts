import { useEffect } from 'react'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { deviceStore } from '#web/lib/device-store.ts'

const store = deviceStore<string | null>('mutya.terminal', (stored) => {
  const id: unknown = stored === null ? null : JSON.parse(stored)
  return typeof id === 'string' ? id : null
})

/** The terminal chosen on this device; null without a choice. */
export const chosenTerminal = store.current

export const chooseTerminal = (id: string): void => void store.set(id)

/** The till's status on this device; undefined until loaded and without cash control. */
export function useTill(): Till | undefined {
  const chosen = store.use()
  const { data } = useRead(
    cashContract.till,
    { querystring: chosen === null ? {} : { terminal_id: chosen } },
    { live: true },
  )
  const till = data?.data.is_on ? data.data : undefined
  // True if the stored terminal was switched off. It is then forgotten, so that the only remaining or a new choice is
  // used.
  const isOutdated = till !== undefined && chosen !== null && till.terminal?.id !== chosen
  useEffect(() => {
    if (isOutdated) store.set(null)
  }, [isOutdated])
  return till
}
