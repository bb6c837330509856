import { useEffect, useEffectEvent } from 'react'

const WISH = 'requests'

const isWish = (data: unknown) => typeof data === 'object' && data !== null && 'show' in data && data.show === WISH

/** Calls `open` when somebody has pressed a notification: this page was opened by it, or came to the front. */
export function useRequestsWish(open: () => void): void {
  const show = useEffectEvent(open)
  useEffect(() => {
    if (location.hash === `#${WISH}`) {
      // Once: the page may be read again, and its address sent to others.
      history.replaceState(history.state, '', location.pathname + location.search)
      show()
    }
    // Typed as always there; it is not on plain http.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data }: MessageEvent) => isWish(data) && show()
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
