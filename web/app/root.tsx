import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useNavigation, useRevalidator } from 'react-router'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { useSession } from '#web/lib/session.tsx'
import { UnreachablePage } from './unreachable-page.tsx'
import { usePageArrival } from './use-page-arrival.ts'
import { useSessionEvents } from './use-session-events.ts'

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
