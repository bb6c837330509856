import { useCallback } from 'react'
import { authMessages as s } from '#shared/auth/messages.ts'
import { leaveFlash } from '#web/lib/flash.ts'
import { openDocument, paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { endSession, loggedOut } from './end-session.ts'

/**
 * Logs out: the session ends on the server, what the page knew is forgotten here and in other tabs, and the person is at
 * the log-in page. When it fails they stay, and are told. For a till's own menu as well as for the navigation.
 */
export function useLogOut(): () => Promise<void> {
  return useCallback(async () => {
    const failure = await endSession()
    if (failure !== null) {
      toast.error({ title: s.logoutFailedTitle, description: failure, seconds: 5 })
      return
    }
    queryClient.clear()
    leaveFlash(loggedOut)
    openDocument(paths.login)
  }, [])
}
