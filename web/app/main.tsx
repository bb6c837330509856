import '../styles/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#web/lib/query-client.ts'
import { reloadAfterDeploy } from '#web/lib/page/reload-after-deploy.ts'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { router } from './router.tsx'

reloadAfterDeploy()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>{children}</UiProvider>
    </QueryClientProvider>
  )
}
