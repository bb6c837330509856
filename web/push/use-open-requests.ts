import { useEffect, useEffectEvent } from 'react'

const TARGET = 'requests'

const isForRequests = (data: unknown) =>
  typeof data === 'object' && data !== null && 'show' in data && data.show === TARGET

/** Calls `open` when somebody has pressed a notification: this page was opened by it, or came to the front. */
export function useOpenRequests(open: () => void): void {
  const show = useEffectEvent(open)
  useEffect(() => {
    if (location.hash === `#${TARGET}`) {
      // Once: the page may be read again, and its address sent to others.
      history.replaceState(history.state, '', location.pathname + location.search)
      show()
    }
    // Typed as always there; it is not on plain http.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data }: MessageEvent) => isForRequests(data) && show()
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
