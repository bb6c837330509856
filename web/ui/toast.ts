export type ToastMessage = {
  title: string
  description?: string
  /** The `errors` of an error, `{ field: [sentence] }`: one line for each sentence. */
  errors?: Record<string, readonly string[]> | undefined
  /** How long it stays; 3 by default. Pointing at it or focusing it holds it. */
  seconds?: number
  /** What can be done about it: a button beside the words, which closes the toast. */
  action?: ToastAction
}
export type ToastAction = { label: string; onPress: () => void }
export type ToastTone = 'success' | 'error' | 'info'
export type ToastOrder = { tone: ToastTone; title: string; lines: string[]; milliseconds: number; action?: ToastAction }

type Listener = (order: ToastOrder) => void
let listener: Listener | null = null
const waiting: ToastOrder[] = []

/** The layer that shows toasts takes what has been said before it was there, and everything after. */
export function listenToToasts(show: Listener): () => void {
  listener = show
  waiting.splice(0).forEach(show)
  return () => {
    listener = null
  }
}

const linesOf = ({ description, errors }: ToastMessage): string[] => [
  ...(description ? description.split('\n') : []),
  ...Object.values(errors ?? {}).flat(),
]

function say(tone: ToastTone, message: ToastMessage): void {
  const { title, seconds = 3 } = message
  const { action } = message
  const order = { tone, title, lines: linesOf(message), milliseconds: seconds * 1000, ...(action && { action }) }
  if (listener) listener(order)
  else waiting.push(order)
}

/** Says something at the top right for a few seconds, from anywhere. Line breaks in a description begin a new line. */
export const toast = {
  success: (message: ToastMessage): void => say('success', message),
  error: (message: ToastMessage): void => say('error', message),
  info: (message: ToastMessage): void => say('info', message),
}
