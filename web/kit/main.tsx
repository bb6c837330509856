import { Moon, Sun } from 'lucide-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { uiMessages } from '#shared/lib/messages.ts'
import { setTheme, useStaffTheme, useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import '../styles/theme.css'
import { ButtonsSection, MarksSection } from './basics-section.tsx'
import { FiguresSection, TablesSection, StatesSection } from './data-section.tsx'
import { DrawingsSection } from './drawings-section.tsx'
import { ChoicesSection, InputsSection } from './fields-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'

/**
 * Every component of `web/ui` in every state, for visual checks, axe and trying out. Only in development.
 * `?without=lists` leaves out the lists, the longer half of the page.
 */
function KitPage() {
  useStaffTheme()
  const hasLists = new URLSearchParams(window.location.search).get('without') !== 'lists'
  return (
    <div className="min-h-dvh bg-surface-2">
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="mx-auto flex h-16 max-w-staff items-center justify-between px-4 lg:px-6">
          <Logo name="Mutya" line="Component kit" />
          <ThemeToggle />
        </div>
      </header>
      <main className="mx-auto max-w-staff space-y-4 px-4 py-5 lg:px-6">
        <PageHeader title="Component kit" subtitle="Every part in every state" />
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2 xl:items-start">
          <ButtonsSection />
          <MarksSection />
          <InputsSection />
          <ChoicesSection />
          <OverlaysSection />
          <StatesSection />
        </div>
        {hasLists && <FiguresSection />}
        {hasLists && <TablesSection />}
        {hasLists && <DrawingsSection />}
      </main>
    </div>
  )
}

/** Switches between the light and the dark theme. */
function ThemeToggle() {
  const dark = useTheme() === 'dark'
  return (
    <IconButton
      label={uiMessages.darkTheme}
      aria-pressed={dark}
      variant="secondary"
      icon={dark ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('kit.html has no #root')

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <KitPage />
    </UiProvider>
  </StrictMode>,
)
