import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.ts'
import { endSession, loggedOut } from './end-session.ts'

/**
 * Logs out: the session ends on the server, what the page knew is forgotten here and in other tabs, and the person is at
 * the log-in page. When it fails they stay, and are told. For a till's own menu as well as for the navigation.
 */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const failure = await endSession()
    if (failure !== null) {
      toast.error({ title: s.logoutFailedTitle, description: failure, seconds: 5 })
      return
    }
    queryClient.clear()
    toast.success(loggedOut)
    await navigate(paths.login)
  }, [navigate])
}
