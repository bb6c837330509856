export type ToastMessage = {
  title: string
  description?: string
  /** The `errors` of an API error, one line per message. */
  errors?: Record<string, readonly string[]> | undefined
  /** Seconds until the toast disappears; 3 by default. Hovering or focusing keeps it. */
  seconds?: number
  /** The main action, a button that closes the toast. */
  action?: ToastAction
  /** A less prominent button before the main action. */
  secondary?: ToastAction
  /** `toast.hide` removes the toast with this key. */
  key?: string
  /** Called after the toast has closed, whatever closed it. */
  onClose?: () => void
}
/** A button of a toast or banner; pressing it closes it. */
export type ToastAction = { label: string; onPress: () => void; primary?: boolean }
/** A message that stays until it is closed or one of its buttons is pressed. */
export type Banner = {
  /** A new banner with the same key replaces the old one. */
  key: string
  title: string
  lines: string[]
  actions: ToastAction[]
  /** Called when the banner was closed in any way. */
  onClose: () => void
}
export type ToastTone = 'success' | 'error' | 'info'
export type ToastContent = {
  tone: ToastTone
  title: string
  lines: string[]
  milliseconds: number
  actions: ToastAction[]
} & Pick<ToastMessage, 'key' | 'onClose'>

type Layer = {
  show: (content: ToastContent) => void
  hide: (key: string) => void
  showBanner: (banner: Banner) => void
  hideBanner: (key: string) => void
}
let layer: Layer | null = null
const waiting: ToastContent[] = []
const waitingBanners = new Map<string, Banner>()

/** Registers the component that renders toasts. It also gets the messages that were shown before it was loaded. */
export function registerToastLayer(next: Layer): () => void {
  layer = next
  waiting.splice(0).forEach(next.show)
  for (const banner of waitingBanners.values()) next.showBanner(banner)
  waitingBanners.clear()
  return () => {
    layer = null
  }
}

export const linesOf = ({ description, errors }: ToastMessage): string[] => [
  ...(description ? description.split('\n') : []),
  ...Object.values(errors ?? {}).flat(),
]

function showToast(tone: ToastTone, message: ToastMessage): void {
  const { title, seconds = 3, action, secondary, key, onClose } = message
  const actions = [...(secondary ? [secondary] : []), ...(action ? [{ ...action, primary: true }] : [])]
  const content = {
    tone,
    title,
    lines: linesOf(message),
    milliseconds: seconds * 1000,
    actions,
    ...(key && { key }),
    ...(onClose && { onClose }),
  }
  if (layer) layer.show(content)
  else waiting.push(content)
}

function showBanner(banner: Banner): void {
  if (layer) layer.showBanner(banner)
  else waitingBanners.set(banner.key, banner)
}

function hideBanner(key: string): void {
  if (layer) layer.hideBanner(key)
  else waitingBanners.delete(key)
}

/** Shows a message at the top right for a few seconds. Line breaks in a description start new lines. */
export const toast = {
  success: (message: ToastMessage): void => showToast('success', message),
  error: (message: ToastMessage): void => showToast('error', message),
  info: (message: ToastMessage): void => showToast('info', message),
  hide: (key: string): void => layer?.hide(key),
  /** Shows a persistent banner, or replaces the one with the same key. */
  showBanner,
  /** Removes a banner that is no longer needed. */
  hideBanner,
}
