import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense, type ReactNode } from 'react'
import { keepTrying } from '#web/lib/keep-trying.ts'
import { ConfirmProvider } from './confirm.tsx'

// Nothing of these shows in the first view: they arrive after it. What `toast` is told meanwhile waits.
const ToastLayer = lazy(() => keepTrying(() => import('./toast-layer.tsx')))
const TooltipLayer = lazy(() => keepTrying(() => import('./tooltip-layer.tsx')))

/** What the kit needs above a page: once, outside the router. The policy allows no inline style elements. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <ConfirmProvider>{children}</ConfirmProvider>
      <Suspense>
        <ToastLayer />
      </Suspense>
      <Suspense>
        <TooltipLayer />
      </Suspense>
    </CSPProvider>
  )
}
