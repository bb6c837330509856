import { useEffect } from 'react'
import { pushContract } from '#shared/push/contract.ts'
import { api } from '#web/lib/api.ts'
import { addressOfBrowser } from './browser-subscription.ts'

/** Moves a subscription from an expired session to the current one, so that a log-out ends it. */
export function useKeptSubscription(): void {
  useEffect(() => {
    const keep = async () => {
      const endpoint = await addressOfBrowser()
      if (endpoint !== null) await api(pushContract.keep, { body: { endpoint } })
    }
    // Runs without the person's request, so failures are ignored; the next page tries again.
    keep().catch(() => null)
  }, [])
}
