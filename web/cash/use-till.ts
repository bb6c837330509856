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
  // True if the terminal stored on this device was switched off. The device then forgets it, and uses the only
  // remaining terminal or asks for a new choice.
  const isOutdated = till !== undefined && chosen !== null && till.terminal?.id !== chosen
  useEffect(() => {
    if (isOutdated) store.set(null)
  }, [isOutdated])
  return till
}

/**
 * The terminals with an open shift, for the choice of the one whose drawer pays a refund or in whose shift money is
 * recorded. Null if no choice is needed: without cash control, and when this device has a terminal.
 */
export function useDrawers(): Till['terminals'] | null {
  const till = useTill()
  if (!till || till.terminal !== null || till.terminals.length === 0) return null
  return till.terminals.filter((terminal) => terminal.has_open_shift)
}
