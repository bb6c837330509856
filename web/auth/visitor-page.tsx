import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { homeOf } from '#shared/users/roles.ts'
import { takeFlash } from '#web/lib/flash.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { documentOf, openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import { requiredPageOf } from './after-log-in.ts'
import { checkSession, currentSession, onSessionEvent } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'

export type VisitorPage = ComponentType<{ clinic: PublicClinic }>

const FloatingLayers = lazy(() => retryImport(() => import('#web/ui/overlays/floating-layers.tsx')))

/**
 * True when a one-time link is open, which may belong to another person than the one who is logged in in this browser.
 */
export const hasOneTimeLink = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean =>
  documentOf(pathname) === publicPaths.resetPassword && hash.length > 1

/** Redirects people who are logged in, unless a one-time link is open. */
async function leaveIfLoggedIn(): Promise<void> {
  if (!maySessionExist() || hasOneTimeLink(window.location)) return
  await checkSession()
  const session = currentSession()
  if (session.status !== 'authenticated') return
  openDocument(requiredPageOf(session.person) ?? homeOf[session.person.user_role], { replace: true })
}

/**
 * Redirects to the setup while the clinic is not set up, and redirects people who are logged in: on arrival, after
 * Back, and when another tab logs in.
 */
function useVisitorsOnly({ setup }: PublicClinic): void {
  useEffect(() => {
    if (setup) return openDocument(publicPaths.setup, { replace: true })
    const onShow = (event: PageTransitionEvent) => event.persisted && void leaveIfLoggedIn()
    void leaveIfLoggedIn()
    window.addEventListener('pageshow', onShow)
    const stop = onSessionEvent((event) => event === 'logged-in' && void leaveIfLoggedIn())
    return () => {
      window.removeEventListener('pageshow', onShow)
      stop()
    }
  }, [setup])
}

/** Prefetches the app's files while the person types, so that they are ready after the log-in. */
function prefetchApp(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=app-files]')?.content ?? ''
  for (const file of files.split(' ').filter((name) => name.startsWith('/'))) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'prefetch', href: file })
    document.head.append(link)
  }
}

/**
 * True once the page should load the code that shows toasts: at once if the previous page has left a message to show,
 * otherwise when a field has first got the focus.
 */
function useMayNotify(): boolean {
  const [mayNotify, setMayNotify] = useState(false)
  useEffect(() => {
    const flash = takeFlash()
    if (flash) toast[flash.tone ?? 'success'](flash)
    if (flash) setMayNotify(true)
    const begin = () => {
      setMayNotify(true)
      prefetchApp()
    }
    document.addEventListener('focusin', begin, { once: true })
    return () => document.removeEventListener('focusin', begin)
  }, [])
  return mayNotify
}

/** A page for people who are not logged in: prerendered, without router and query cache. */
export const visitorPage = (Page: VisitorPage): VisitorPage =>
  function ForVisitors({ clinic }) {
    useVisitorsOnly(clinic)
    const mayNotify = useMayNotify()
    return (
      <>
        <Page clinic={clinic} />
        {mayNotify && (
          <Suspense>
            <FloatingLayers />
          </Suspense>
        )}
      </>
    )
  }
