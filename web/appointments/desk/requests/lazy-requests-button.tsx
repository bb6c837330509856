import { lazy, Suspense } from 'react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { useRole } from '#web/lib/session/session.ts'

const RequestsButton = lazy(() => retryImport(() => import('./requests-button.tsx')))

/**
 * The requests button of the bar, for people who can answer requests. The button loads after the first view; until then
 * this component reserves its space.
 */
export function LazyRequestsButton() {
  if (!permissionsOf(useRole()).has('appointments.manage')) return null
  return (
    <div data-keep-clear className="size-touch shrink-0">
      <Suspense>
        <RequestsButton />
      </Suspense>
    </div>
  )
}
