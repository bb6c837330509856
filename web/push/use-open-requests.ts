import { useEffect, useEffectEvent } from 'react'

const TARGET = 'requests'

type Pressed = { show: string; address: string }

const isPressed = (data: unknown): data is Pressed =>
  typeof data === 'object' && data !== null && 'show' in data && 'address' in data

/**
 * Calls `open` when a notification of a request was clicked, whether this page was opened by it or brought to the
 * front. For other notifications calls `goTo` with the path.
 */
export function useOpenRequests(open: () => void, goTo: (address: string) => void): void {
  const show = useEffectEvent(open)
  const follow = useEffectEvent(goTo)
  useEffect(() => {
    if (location.hash === `#${TARGET}`) {
      // Removes the hash, so that a reload or a copied URL does not open it again.
      history.replaceState(history.state, '', location.pathname + location.search)
      show()
    }
    // Typed as always present, but missing on plain http.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (!isPressed(data)) return
      if (data.show === TARGET) show()
      else follow(data.address)
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
