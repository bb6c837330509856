const KEY = 'mutya.kept-visit'

/** Stores a text about the waiting visit for the log-in page; null removes it. */
export function storeVisitText(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is disabled, so the log-in page does not mention the visit.
  }
}

/** The text stored last in this tab; null without one. */
export function storedVisitText(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
