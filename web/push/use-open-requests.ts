import { useEffect, useEffectEvent } from 'react'

const TARGET = 'requests'

type Pressed = { show: string; address: string }

const isPressed = (data: unknown): data is Pressed =>
  typeof data === 'object' && data !== null && 'show' in data && 'address' in data

/**
 * Calls `open` when somebody has pressed a notification of a request: this page was opened by it, or came to the front. One of
 * another thing calls `goTo` with its address.
 */
export function useOpenRequests(open: () => void, goTo: (address: string) => void): void {
  const show = useEffectEvent(open)
  const follow = useEffectEvent(goTo)
  useEffect(() => {
    if (location.hash === `#${TARGET}`) {
      // Once: the page may be read again, and its address sent to others.
      history.replaceState(history.state, '', location.pathname + location.search)
      show()
    }
    // Typed as always there; it is not on plain http.
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
