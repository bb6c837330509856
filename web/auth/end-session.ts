import { sessionContract } from '#shared/auth/session-contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { dropSession } from '#web/lib/session/session.ts'

/** The toast that the next page shows after a log-out. */
export const loggedOut = { title: s.loggedOutTitle, description: s.loggedOutText, seconds: 5 }

/**
 * Ends the session on the server, in this tab and in the other tabs. Returns the error message; null after a success,
 * or if the session had already ended.
 */
export async function endSession(): Promise<string | null> {
  try {
    await api(sessionContract.logout, { body: {} })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 401) return `${s.logoutFailed}\n${serverMessage(error, s.logoutError)}`
  }
  // Unsubscribes the device from push notifications. A failure does not matter, because the server deletes the
  // subscription with the session.
  await import('#web/push/browser-subscription.ts')
    .then(({ unsubscribeBrowser }) => unsubscribeBrowser())
    .catch(() => null)
  dropSession({ notifyTabs: true })
  return null
}
