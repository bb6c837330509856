import { useEffect } from 'react'
import { callMessages } from '#shared/lib/call-messages.ts'
import { onUnauthenticated } from '#web/lib/api.ts'
import { leaveFlash } from '#web/lib/flash.ts'
import { openDocument, pathnameOf, paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query-client.ts'
import {
  checkSession,
  currentSession,
  dropSession,
  expireSession,
  onSessionEvent,
} from '#web/lib/session/session-store.ts'

/** At the till an order is on the screen: whoever has to log in again does so over it. */
const isTill = (path: string) => /^\/cashier(\/|$)/i.test(path)

/** Moves the page when the session ends or changes by something that did not happen on it. */
export function useSessionEvents(): void {
  useEffect(() => {
    const leave = (to: string) => {
      queryClient.clear()
      openDocument(to, { replace: true })
    }
    const stopUnauthenticated = onUnauthenticated(() => {
      if (currentSession().status !== 'authenticated') return
      const { pathname, search } = window.location
      if (isTill(pathnameOf(pathname))) return expireSession()
      dropSession({ tell: false })
      leaveFlash({ tone: 'info', title: callMessages.authenticationRequired, seconds: 5 })
      leave(`${paths.login}?next=${encodeURIComponent(pathname + search)}`)
    })
    const stopEvents = onSessionEvent((news) => {
      if (news === 'logged-out') {
        dropSession({ tell: false })
        leave(paths.login)
      } else void meetAgain(leave)
    })
    // A page that the Back button brings back as it was may show what ended with a log-out.
    const onShow = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', onShow)
    return () => {
      stopUnauthenticated()
      stopEvents()
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
}

/** Somebody logged in in another tab; this one has the same cookie and must not act for who was here before. */
async function meetAgain(leave: (to: string) => void): Promise<void> {
  const before = currentSession()
  await checkSession()
  const after = currentSession()
  if (after.status !== 'authenticated') return
  const samePerson = 'person' in before && before.person.id === after.person.id
  if (samePerson) void queryClient.invalidateQueries()
  else leave(paths.login)
}
