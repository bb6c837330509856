export type ToastMessage = {
  title: string
  description?: string
  /** The `errors` of an error, `{ field: [sentence] }`: one line for each sentence. */
  errors?: Record<string, readonly string[]> | undefined
  /** How long it stays; 3 by default. Pointing at it or focusing it holds it. */
  seconds?: number
  /** What can be done about it: a button beside the words, which closes the toast. */
  action?: ToastAction
  /** What can be done besides, or instead: a quieter button before the other one. */
  secondary?: ToastAction
}
/** A button of a toast or a notice; pressing it closes it. */
export type ToastAction = { label: string; onPress: () => void; primary?: boolean }
/** What stays until somebody has seen it: closed it, or pressed one of its buttons. */
export type Notice = {
  /** One notice at a time has it: the next one takes its place. */
  key: string
  title: string
  lines: string[]
  actions: ToastAction[]
  /** It was closed, by whatever. */
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

/** The layer that shows toasts takes what has been said before it was there, and everything after. */
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

/** Says something at the top right for a few seconds, from anywhere. Line breaks in a description begin a new line. */
export const toast = {
  success: (message: ToastMessage): void => say('success', message),
  error: (message: ToastMessage): void => say('error', message),
  info: (message: ToastMessage): void => say('info', message),
  /** Shows a notice that stays, or puts it in the place of the one with the same key. */
  post,
  /** Takes a notice away that nobody needs to see any more. */
  withdraw,
}
