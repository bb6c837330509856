import { useEffect, useState } from 'react'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { checkSession } from '#web/lib/session-store.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

const RETRY_MS = 5_000

/** The first question of the page got no answer: nobody is logged out by that. It is asked again by itself. */
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
        {s.product}
      </h1>
      <ErrorPanel message={sentence} onRetry={() => void retry()} busy={busy} className="w-full" />
      <p className="text-sm text-ink-2">{s.offlineHint}</p>
    </main>
  )
}
