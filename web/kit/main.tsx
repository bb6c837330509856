import '../styles/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { KitPage } from './kit-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('kit.html has no #root')

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <KitPage />
    </UiProvider>
  </StrictMode>,
)
