export type ToastMessage = {
  title: string
  description?: string
  /** The `errors` of an API error, one line per message. */
  errors?: Record<string, readonly string[]> | undefined
  /** Seconds until it disappears; 3 by default. Hovering or focusing keeps it. */
  seconds?: number
  /** The main action, a button that closes the toast. */
  action?: ToastAction
  /** A less prominent button before the other one. */
  secondary?: ToastAction
}
/** A button of a toast or notice; pressing it closes it. */
export type ToastAction = { label: string; onPress: () => void; primary?: boolean }
/** A message that stays until it is closed or one of its buttons is pressed. */
export type Notice = {
  /** A new notice with the same key replaces the old one. */
  key: string
  title: string
  lines: string[]
  actions: ToastAction[]
  /** Called when it was closed in any way. */
  onClose: () => void
}
export type ToastTone = 'success' | 'error' | 'info'
export type ToastOrder = {
  tone: ToastTone
  title: string
  lines: string[]
  milliseconds: number
  actions: ToastAction[]
}

type Layer = { show: (order: ToastOrder) => void; post: (notice: Notice) => void; withdraw: (key: string) => void }
let layer: Layer | null = null
const waiting: ToastOrder[] = []
const waitingNotices = new Map<string, Notice>()

/** Registers the toast layer, which also receives earlier messages. */
export function listenToToasts(next: Layer): () => void {
  layer = next
  waiting.splice(0).forEach(next.show)
  for (const notice of waitingNotices.values()) next.post(notice)
  waitingNotices.clear()
  return () => {
    layer = null
  }
}

export const linesOf = ({ description, errors }: ToastMessage): string[] => [
  ...(description ? description.split('\n') : []),
  ...Object.values(errors ?? {}).flat(),
]

function say(tone: ToastTone, message: ToastMessage): void {
  const { title, seconds = 3 } = message
  const { action, secondary } = message
  const actions = [...(secondary ? [secondary] : []), ...(action ? [{ ...action, primary: true }] : [])]
  const order = { tone, title, lines: linesOf(message), milliseconds: seconds * 1000, actions }
  if (layer) layer.show(order)
  else waiting.push(order)
}

function post(notice: Notice): void {
  if (layer) layer.post(notice)
  else waitingNotices.set(notice.key, notice)
}

function withdraw(key: string): void {
  if (layer) layer.withdraw(key)
  else waitingNotices.delete(key)
}

/** Shows a message at the top right for a few seconds. Line breaks in a description start new lines. */
export const toast = {
  success: (message: ToastMessage): void => say('success', message),
  error: (message: ToastMessage): void => say('error', message),
  info: (message: ToastMessage): void => say('info', message),
  /** Shows a persistent notice, or replaces the one with the same key. */
  post,
  /** Removes a notice that is no longer needed. */
  withdraw,
}
