import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { authContract } from '#shared/auth/contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { toast } from '#web/ui/toast.ts'

/** A session that has already ended on the server is as good as logged out. */
async function endOnServer(): Promise<void> {
  try {
    await api(authContract.logout, { body: {} })
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
  }
}

/**
 * Logs out: the session ends on the server, what the page knew is forgotten here and in other tabs, and the person is at
 * the log-in page. When it fails they stay, and are told. For a till's own menu as well as for the navigation.
 */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      await endOnServer()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const description = `${s.logoutFailed}\n${serverWords(error, s.logoutError)}`
      toast.error({ title: s.logoutFailedTitle, description, seconds: 5 })
      return
    }
    dropSession({ tell: true })
    queryClient.clear()
    toast.success({ title: s.loggedOutTitle, description: s.loggedOutText, seconds: 5 })
    await navigate(paths.login)
  }, [navigate])
}
