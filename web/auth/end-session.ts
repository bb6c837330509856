import { sessionContract } from '#shared/auth/session-contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { api } from '#web/lib/api.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { dropSession } from '#web/lib/session-store.ts'

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
    if (!(error instanceof CallError)) throw error
    if (error.status !== 401) return `${s.logoutFailed}\n${serverWords(error, s.logoutError)}`
  }
  dropSession({ tell: true })
  return null
}
