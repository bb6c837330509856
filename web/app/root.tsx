import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, useRevalidator } from 'react-router'
import { navigationMessages as s } from '#shared/lib/navigation-messages.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { takeFlash, leaveFlash } from '#web/lib/flash.ts'
import { setPageTitle } from '#web/lib/page/page-title.ts'
import { pathnameOf, openDocument, paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { onUnauthenticated } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import {
  checkSession,
  currentSession,
  dropSession,
  expireSession,
  onSessionEvent,
} from '#web/lib/session/session-store.ts'
import { UnreachablePage } from './fallback-pages.tsx'

const LogInDialog = lazy(() =>
  import('#web/auth/log-in-dialog.tsx').then((module) => ({ default: module.LogInDialog })),
)

/** What stands above every page of the app. */
export function Root() {
  const session = useSession()
  usePageArrival()
  useSessionEvents()
  useGuardOnceKnown(session.status)
  if (session.status === 'unreachable') return <UnreachablePage sentence={session.sentence} />
  return (
    <>
      <LoadingLine />
      <Outlet />
      <ScrollRestoration />
      {session.status === 'expired' && (
        <Suspense>
          <LogInDialog person={session.person} />
        </Suspense>
      )}
    </>
  )
}

/** The guards could not decide while the server was silent; now they can. */
function useGuardOnceKnown(status: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (status === 'unreachable') return () => void revalidate()
  }, [status, revalidate])
}

/** A thin line at the top while the next page loads, once that takes a moment. */
function LoadingLine() {
  if (useNavigation().state === 'idle') return null
  return (
    <div role="status" aria-label={s.loadingPage} className="fixed inset-x-0 top-0 z-50 animate-appear-late">
      <div className="skeleton h-1 rounded-none bg-primary" />
    </div>
  )
}

const titleOf = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'title' in handle ? String(handle.title) : null

/** A menu that was opened while the page was still on its way; taking the focus from it would close it under the finger. */
const isInOpenPopup = () => document.activeElement?.closest('[role=menu][data-open], [role=dialog][data-open]')

/** What a document before this one had to say: the log-in leads here. */
function notifyFlash(): void {
  const flash = takeFlash()
  if (flash) toast[flash.tone ?? 'success'](flash)
}

/** Every page has its own title; arriving at another one moves the focus to its content, as a page load would. */
function usePageArrival(): void {
  const matches = useMatches()
  const title = titleOf(matches.at(-1)?.handle)
  const path = pathnameOf(useLocation().pathname)
  const seen = useRef(path)
  useEffect(notifyFlash, [])
  useEffect(() => {
    setPageTitle(title ? `${title} · ${s.product}` : s.product)
  }, [title])
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    if (!isInOpenPopup()) document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}

/** At the till an order is on the screen: whoever has to log in again does so over it. */
const isTill = (path: string) => /^\/cashier(\/|$)/i.test(path)

/** Moves the page when the session ends or changes by something that did not happen on it. */
function useSessionEvents(): void {
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
