const WORKER = '/push-worker.js'

/** What the server is told of this browser. */
type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Whether this browser can show notifications; none can on plain http, and those of an iPhone only for an installed page. */
export const canBeNotified = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The person has told the browser to show nothing of this site. */
export const isDenied = (): boolean => Notification.permission === 'denied'

const registration = () => navigator.serviceWorker.getRegistration(WORKER)

/** Whether the push service knows this browser. */
export const isSubscribed = async (): Promise<boolean> =>
  !isDenied() && Boolean(await (await registration())?.pushManager.getSubscription())

function told(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
}

/**
 * Asks for the permission and subscribes; call it at once when something is pressed, or browsers do not ask. Answers
 * `denied` or `unavailable` when it came to nothing.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | 'denied' | 'unavailable'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await navigator.serviceWorker.register(WORKER)
    const { pushManager } = await navigator.serviceWorker.ready
    // One of an earlier log-in may be known to its server under other keys.
    await (await pushManager.getSubscription())?.unsubscribe()
    return told(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  } catch {
    // Browsers tell many reasons in words for engineers; none of them is anything that one could do something about.
    return 'unavailable'
  }
}

/** Where the push service reaches this browser; null when it is not subscribed. */
export const addressOfBrowser = async (): Promise<string | null> =>
  canBeNotified() && !isDenied()
    ? ((await (await registration())?.pushManager.getSubscription())?.endpoint ?? null)
    : null

/** The push service forgets this browser. The server has forgotten it already, so a failure changes nothing. */
export const unsubscribeBrowser = async (): Promise<void> => {
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe().catch(() => false)
}
