import { useEffect } from 'react'
import { pushContract } from '#shared/push/contract.ts'
import { api } from '#web/lib/api.ts'
import { addressOfBrowser } from './browser-subscription.ts'

/** A device that was notified before the last log-in ran out belongs to the present one: its log-out ends the notices. */
export function useKeptSubscription(): void {
  useEffect(() => {
    const keep = async () => {
      const endpoint = await addressOfBrowser()
      if (endpoint !== null) await api(pushContract.keep, { body: { endpoint } })
    }
    // Nobody has asked for it, and the next page tries again.
    keep().catch(() => null)
  }, [])
}
