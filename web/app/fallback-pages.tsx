import { Lock, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { navigationMessages as s, productMessages } from '#shared/lib/messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import { checkSession, useRole } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

const textOf = (error: unknown) =>
  isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : error instanceof Error ? error.message : ''

/** Shown instead of a page that has thrown an error, with a Reload button. The navigation around the page stays. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center px-6 py-20 text-center">
      <TriangleAlert size={28} strokeWidth={1.6} className="text-danger" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-bold">{s.pageFailed}</h1>
      <p className="mt-2 text-ink-2">{s.pageFailedHint}</p>
      <p className="mt-2 text-sm wrap-anywhere text-ink-3">{textOf(error)}</p>
      <Button
        variant="primary"
        className="mt-6"
        icon={<RefreshCw size={18} aria-hidden="true" />}
        onClick={() => window.location.reload()}
      >
        {s.reload}
      </Button>
    </div>
  )
}

/** Shown instead of a page whose data the role may not read. */
export function NoAccessPage() {
  return (
    <div className="flex flex-col items-center px-6 py-20 text-center">
      <Lock size={28} strokeWidth={1.6} className="text-gold" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-bold">{s.noAccess}</h1>
      <p className="mt-2 max-w-md text-ink-2">{s.noAccessHint}</p>
      <Link to={homeOf[useRole()]} className={`${buttonClass({ variant: 'primary' })} mt-6`}>
        {s.goHome}
      </Link>
    </div>
  )
}

/** Shown while the session and the first page load; appears only after a short delay. */
export function Splash() {
  return (
    <div role="status" aria-label={s.loadingPage} className="grid min-h-dvh animate-appear-late place-items-center">
      <LogoMark size={56} />
    </div>
  )
}

const RETRY_MS = 5_000

/** Shown when the first request got no answer. The session is kept, and the request is retried automatically. */
export function UnreachablePage({ sentence }: { sentence: string }) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await checkSession()
    setBusy(false)
  }
  useEffect(() => {
    const timer = setInterval(() => void checkSession(), RETRY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-6 px-5">
      <h1 className="flex flex-col items-center gap-3 display text-3xl">
        <LogoMark size={56} />
        {productMessages.name}
      </h1>
      <ErrorPanel message={sentence} onRetry={() => void retry()} busy={busy} className="w-full" />
      <p className="text-sm text-ink-2">{s.offlineHint}</p>
    </main>
  )
}
