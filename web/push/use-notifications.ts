import { useEffect, useEffectEvent } from 'react'
import { pushContract } from '#shared/push/contract.ts'
import { api } from '#web/lib/api.ts'
import { addressOfBrowser } from './browser-subscription.ts'

/** Moves a push subscription from an expired session to the current one, so that a log-out ends it. */
export function useRenewSubscription(): void {
  useEffect(() => {
    const renew = async () => {
      const endpoint = await addressOfBrowser()
      if (endpoint !== null) await api(pushContract.keep, { body: { endpoint } })
    }
    // Runs without the person's request, so failures are ignored; the next page tries again.
    renew().catch(() => null)
  }, [])
}

const TARGET = 'requests'

type Click = { show: string; address: string }

const isClick = (data: unknown): data is Click =>
  typeof data === 'object' && data !== null && 'show' in data && 'address' in data

/**
 * Calls `open` when a notification of a request was clicked, whether this page was opened by it or brought to the
 * front. For other notifications calls `goTo` with the path.
 */
export function useNotificationClicks(open: () => void, goTo: (address: string) => void): void {
  const show = useEffectEvent(open)
  const follow = useEffectEvent(goTo)
  useEffect(() => {
    if (location.hash === `#${TARGET}`) {
      // Removes the hash from the URL, so that a reload or a copied URL does not open the requests again.
      history.replaceState(history.state, '', location.pathname + location.search)
      show()
    }
    // In TypeScript's types service workers are always present, but browsers lack them on plain http.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (!isClick(data)) return
      if (data.show === TARGET) show()
      else follow(data.address)
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
