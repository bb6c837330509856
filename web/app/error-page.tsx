import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { Button } from '#web/ui/button.tsx'

const textOf = (error: unknown) =>
  isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : error instanceof Error ? error.message : ''

/** A page that failed: a sentence and the way out, instead of nothing. The navigation around it stays. */
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
