import { lazy, Suspense } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { useAskedReason } from './asked-reason.ts'

const ReasonHost = lazy(() => retryImport(() => import('./reason-host.tsx')))

/**
 * When the server refuses to book or start a visit without a reason, asks for the reason, above the page or dialog that
 * sent the request. The code of the question is loaded at the first refusal: refusals are rare, and otherwise every
 * page of the staff would load this code.
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
