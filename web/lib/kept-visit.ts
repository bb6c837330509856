const KEY = 'mutya.kept-visit'

/** The words of the visit that waits for the log-in, for the page of the log-in; null forgets them. */
export function keepVisitText(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is switched off in this browser: the page of the log-in says nothing of the visit.
  }
}

/** What `keepVisitText` was told last in this tab; null when there is nothing. */
export function keptVisitText(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
