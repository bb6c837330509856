import { lazy, Suspense } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { useAskedReason } from './asked-reason.ts'

const ReasonHost = lazy(() => retryImport(() => import('./reason-host.tsx')))

/**
 * Shows the questions of a visit that is refused without a reason, above whatever page or dialog has sent it. Their code
 * is loaded with the first refusal, because most days have none and every page of staff would wait for it.
 */
export function ReasonQuestions() {
  const asked = useAskedReason()
  return (
    asked && (
      <Suspense>
        <ReasonHost asked={asked} />
      </Suspense>
    )
  )
}
