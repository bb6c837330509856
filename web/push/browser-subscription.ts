const WORKER = '/push-worker.js'

/** The data of a push subscription that is sent to the server. */
type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** True if this browser supports notifications: never on plain http, and on an iPhone only for an installed page. */
export const canBeNotified = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** True if the person has blocked notifications of this site. */
export const isDenied = (): boolean => Notification.permission === 'denied'

const registration = () => navigator.serviceWorker.getRegistration(WORKER)

/** True if the browser has a push subscription. */
export const isSubscribed = async (): Promise<boolean> =>
  !isDenied() && Boolean(await (await registration())?.pushManager.getSubscription())

function subscriptionBody(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
}

/**
 * Asks for permission and subscribes. Must be called directly in a click handler, or browsers do not ask. Returns
 * `denied` or `unavailable` on failure.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | 'denied' | 'unavailable'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await navigator.serviceWorker.register(WORKER)
    const { pushManager } = await navigator.serviceWorker.ready
    // Removes a subscription made with an earlier key of the server.
    await (await pushManager.getSubscription())?.unsubscribe()
    return subscriptionBody(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  } catch {
    // The browser's reasons for the failure are technical and people cannot act on them, so they are not shown.
    return 'unavailable'
  }
}

/** The URL of this browser's subscription; null if there is none. */
export const addressOfBrowser = async (): Promise<string | null> =>
  canBeNotified() && !isDenied()
    ? ((await (await registration())?.pushManager.getSubscription())?.endpoint ?? null)
    : null

/** Removes the browser's subscription. A failure does not matter, because the server has deleted it already. */
export const unsubscribeBrowser = async (): Promise<void> => {
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe().catch(() => false)
}
