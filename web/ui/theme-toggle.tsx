import { Moon, Sun } from 'lucide-react'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { IconButton } from './icon-button.tsx'

/** Day and night for staff screens, remembered on the device. The layout calls `useStaffTheme`. */
export function ThemeToggle() {
  const dark = useTheme() === 'dark'
  return (
    <IconButton
      label={uiSentences.darkTheme}
      aria-pressed={dark}
      variant="secondary"
      icon={dark ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}
