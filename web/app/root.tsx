import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, useRevalidator } from 'react-router'
import { navigationMessages as s, callMessages, productMessages } from '#shared/lib/messages.ts'
import { takeFlash, storeFlash } from '#web/lib/flash.ts'
import { hasHandOvers } from '#web/lib/late-forms.ts'
import { setPageTitle } from '#web/lib/page/document-head.ts'
import { paths } from '#web/lib/paths.ts'
import { openDocument, pathnameOf } from '#web/lib/public-paths.ts'
import {
  useSession,
  checkSession,
  currentSession,
  dropSession,
  expireSession,
  onSessionEvent,
} from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { onUnauthenticated } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { UnreachablePage } from './fallback-pages.tsx'

const LogInDialog = lazy(() =>
  import('#web/auth/log-in-dialog.tsx').then((module) => ({ default: module.LogInDialog })),
)

/** The frame around every page of the app. */
export function Root() {
  const session = useSession()
  useTitleAndFocus()
  useSessionEvents()
  useGuardOnceKnown(session.status)
  useFormsOfHandOvers(session.status === 'authenticated')
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

/**
 * Sends the forms that clients have signed on this tablet before its session ended. This waits for a log-in: during a
 * tablet hand-over nobody counts as logged in here, because the server refuses to tell whose session it is.
 */
function useFormsOfHandOvers(isLoggedIn: boolean): void {
  useEffect(() => {
    if (!isLoggedIn || !hasHandOvers()) return
    const send = () => void import('#web/forms/filling/late-signatures.ts').then((late) => late.finishHandOvers())
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [isLoggedIn])
}

/** Runs the guards again once the server responds after a time without a response. */
function useGuardOnceKnown(status: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (status === 'unreachable') return () => void revalidate()
  }, [status, revalidate])
}

/** A thin line at the top while the next page loads, if that takes a moment. */
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

/** True while a menu or dialog is open that the user opened during loading; moving the focus would close it. */
const isInOpenPopup = () => document.activeElement?.closest('[role=menu][data-open], [role=dialog][data-open]')

/** Shows the toast that the previous page, such as the log-in, stored for this one. */
function notifyFlash(): void {
  const flash = takeFlash()
  if (flash) toast[flash.tone ?? 'success'](flash)
}

/** Sets each page's title; on a new page the focus moves to its content, as after a page load. */
function useTitleAndFocus(): void {
  const matches = useMatches()
  const title = titleOf(matches.at(-1)?.handle)
  const path = pathnameOf(useLocation().pathname)
  const seen = useRef(path)
  useEffect(notifyFlash, [])
  useEffect(() => {
    setPageTitle(title ? `${title} · ${productMessages.name}` : productMessages.name)
  }, [title])
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    if (!isInOpenPopup()) document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}

/**
 * True for the till. When the session ends there, the new log-in happens in a dialog, so that the order stays visible.
 */
const isTill = (path: string) => /^\/cashier(\/|$)/i.test(path)

/** Redirects when the session ends or changes outside of this page. */
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
      dropSession({ notifyTabs: false })
      storeFlash({ tone: 'info', title: callMessages.authenticationRequired, seconds: 5 })
      leave(`${paths.login}?next=${encodeURIComponent(pathname + search)}`)
    })
    const stopEvents = onSessionEvent((event) => {
      if (event === 'logged-out') {
        dropSession({ notifyTabs: false })
        leave(paths.login)
      } else void followOtherLogIn(leave)
    })
    // A page restored by the Back button could show data from before a log-out, so it is reloaded.
    const onShow = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', onShow)
    return () => {
      stopUnauthenticated()
      stopEvents()
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
}

/**
 * Handles that somebody else has logged in in another tab. This tab has the same cookie and must not act for the
 * previous person.
 */
async function followOtherLogIn(leave: (to: string) => void): Promise<void> {
  const before = currentSession()
  await checkSession()
  const after = currentSession()
  if (after.status !== 'authenticated') return
  const samePerson = 'person' in before && before.person.id === after.person.id
  if (samePerson) void queryClient.invalidateQueries()
  else leave(paths.login)
}
