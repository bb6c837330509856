import '../styles/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

reloadAfterDeploy()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
