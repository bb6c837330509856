/** A message for the next document, because the toasts of this document end when it is left. */
export type Flash = { tone?: 'info'; title: string; description?: string; seconds: number }

const FLASH_KEY = 'mutya.flash'

/** Leaves a message for the next document. */
export function storeFlash(flash: Flash): void {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(flash))
  } catch {
    // If the browser has no storage, the next page opens without the message.
  }
}

/** True while a message of the previous document waits to be shown. */
export function isFlashStored(): boolean {
  try {
    return sessionStorage.getItem(FLASH_KEY) !== null
  } catch {
    return false
  }
}

/** Reads the message that the previous document has left, and removes it from the storage. */
export function takeFlash(): Flash | null {
  try {
    const text = sessionStorage.getItem(FLASH_KEY)
    sessionStorage.removeItem(FLASH_KEY)
    return text === null ? null : (JSON.parse(text) as Flash)
  } catch {
    return null
  }
}

const VISIT_KEY = 'mutya.kept-visit'

/** Stores the text of a booking that continues after the log-in, for the log-in page; null removes it. */
export function storeVisitText(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(VISIT_KEY)
    else sessionStorage.setItem(VISIT_KEY, text)
  } catch {
    // Storage is disabled, so the log-in page does not mention the visit.
  }
}

/** The stored text of the booking that continues after the log-in; null if there is none. */
export function storedVisitText(): string | null {
  try {
    return sessionStorage.getItem(VISIT_KEY)
  } catch {
    return null
  }
}
