import { sessionContract } from '#shared/auth/session-contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { serverMessage } from '#web/lib/server-message.ts'
import { dropSession } from '#web/lib/session/session-store.ts'

/** What the next page says. */
export const loggedOut = { title: s.loggedOutTitle, description: s.loggedOutText, seconds: 5 }

/**
 * Ends the session on the server and forgets it here and in other tabs; one that has already ended is as good as logged
 * out. Answers why it failed, or null.
 */
export async function endSession(): Promise<string | null> {
  try {
    await api(sessionContract.logout, { body: {} })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 401) return `${s.logoutFailed}\n${serverMessage(error, s.logoutError)}`
  }
  // A device is notified until the log-out on it. The server forgets it with the session; a failure here changes nothing.
  await import('#web/push/browser-subscription.ts')
    .then(({ unsubscribeBrowser }) => unsubscribeBrowser())
    .catch(() => null)
  dropSession({ tell: true })
  return null
}
