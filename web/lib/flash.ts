/** A message for the next document, because toasts end with this one. */
export type Flash = { tone?: 'info'; title: string; description?: string; seconds: number }

const KEY = 'mutya.flash'

export function storeFlash(flash: Flash): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(flash))
  } catch {
    // Without storage the next page opens without the message.
  }
}

/** Reads and removes the message. */
export function takeFlash(): Flash | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return text === null ? null : (JSON.parse(text) as Flash)
  } catch {
    return null
  }
}
