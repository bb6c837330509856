import { clsx } from 'clsx'
import { ChevronDown, Settings } from 'lucide-react'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { Menu } from '#web/ui/menu.tsx'
import { settingsItems } from './navigation.ts'
import { navItemClass, useIsHere } from './nav-link.tsx'
import { PageLink } from './page-link.tsx'

/** The admin's Settings: a button with the pages behind it. */
export function SettingsMenu() {
  const isHere = useIsHere()
  const here = settingsItems.some(({ to }) => isHere(to))
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" title={s.settings} className={clsx(navItemClass(here), 'md:px-3')}>
          <Settings size={20} aria-hidden="true" className="md:hidden" />
          <span className="max-md:sr-only">{s.settings}</span>
          <ChevronDown size={16} aria-hidden="true" className="max-md:hidden" />
        </button>
      }
      items={settingsItems.map(({ to, name, icon: Icon }) => ({
        label: name,
        icon: <Icon size={18} aria-hidden="true" />,
        link: <PageLink to={to} aria-current={isHere(to) ? 'page' : undefined} />,
      }))}
    />
  )
}
