import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense, type ReactNode } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { ConfirmProvider } from '#web/ui/overlays/confirm.tsx'

// Toasts and tooltips do not show in the first view: they arrive after it. What `toast` is told meanwhile waits.
const FloatingLayers = lazy(() => retryImport(() => import('#web/ui/overlays/floating-layers.tsx')))

/** What the kit needs above a page: once, outside the router. The policy allows no inline style elements. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <ConfirmProvider>{children}</ConfirmProvider>
      <Suspense>
        <FloatingLayers />
      </Suspense>
    </CSPProvider>
  )
}
