import { lazy, Suspense, type ReactNode } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { useTill } from './use-till.ts'

// The shift menu is loaded only if the clinic uses cash control.
const parts = () => import('./shift-menu.tsx')
const ShiftMenu = lazy(() => retryImport(async () => ({ default: (await parts()).ShiftMenu })))
const ShiftStep = lazy(() => retryImport(async () => ({ default: (await parts()).ShiftStep })))

/** True while a payment from this device has no response. */
type Unanswered = { isUnanswered: boolean }

/** The shift of this till with its menu. `hasOrders` is true while the device has an unpaid or parked order. */
export function ShiftPlace({ isUnanswered, hasOrders }: Unanswered & { hasOrders: boolean }) {
  const till = useTill()
  return till ? (
    <Suspense>
      <ShiftMenu till={till} isUnanswered={isUnanswered} hasOrders={hasOrders} />
    </Suspense>
  ) : null
}

/** Replaces the payment button by the next step while payments are not possible. */
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
