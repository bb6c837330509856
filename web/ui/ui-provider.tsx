import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense, type ReactNode } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { ConfirmProvider } from '#web/ui/overlays/confirm.tsx'

// Toasts and tooltips are loaded after the first view; messages that are shown earlier wait until then.
const FloatingLayers = lazy(() => retryImport(() => import('#web/ui/overlays/floating-layers.tsx')))

/**
 * The providers of the components in `web/ui`, rendered once around the router. The library adds no inline style
 * elements, because CSP forbids them.
 */
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
