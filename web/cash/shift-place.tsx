import { lazy, Suspense, type ReactNode } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { useTill } from './use-till.ts'

// Only where cash control is on: other tills load none of it.
const parts = () => import('./shift-menu.tsx')
const ShiftMenu = lazy(() => retryImport(async () => ({ default: (await parts()).ShiftMenu })))
const ShiftStep = lazy(() => retryImport(async () => ({ default: (await parts()).ShiftStep })))

/** A payment was sent from this device, and nobody knows yet whether it was recorded. */
type Unanswered = { isUnanswered: boolean }

/** The shift of this till and what can be done with it. */
export function ShiftPlace({ isUnanswered }: Unanswered) {
  const till = useTill()
  return till ? (
    <Suspense>
      <ShiftMenu till={till} isUnanswered={isUnanswered} />
    </Suspense>
  ) : null
}

/** What has to be done before a payment can be recorded, in the place of what leads to it. */
export function AfterShiftStep({ children, isUnanswered }: Unanswered & { children: ReactNode }) {
  const till = useTill()
  return till && till.step !== 'ready' ? (
    <Suspense>
      <ShiftStep till={till} isUnanswered={isUnanswered} />
    </Suspense>
  ) : (
    children
  )
}
