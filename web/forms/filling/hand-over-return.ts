import { paths } from '#web/lib/paths.ts'
import { localPath } from '#web/lib/public-paths.ts'

/** The key in this tab's storage of the page on which the staff go on working after the hand-over. */
const KEY = 'mutya.hand-over-return'

export function keepReturnPath(): void {
  try {
    sessionStorage.setItem(KEY, window.location.pathname + window.location.search)
  } catch {
    // Storage is disabled, so the staff return to their start page.
  }
}

/**
 * The page from which the tablet was handed over; if it is unknown, the log-in page, which redirects to the start page.
 */
export function returnPath(): string {
  try {
    return localPath(sessionStorage.getItem(KEY)) ?? paths.login
  } catch {
    return paths.login
  }
}
