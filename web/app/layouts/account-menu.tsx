import { KeyRound, Moon, Sun } from 'lucide-react'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { useIsPhone } from '#web/lib/use-media-query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import type { NavItem } from './navigation.ts'
import { PageLink } from './page-link.tsx'

type AccountMenuProps = { person: SessionPerson; items: readonly NavItem[] }

/** On phones, the links that the bar has no room for. */
function useLinkItems(items: readonly NavItem[]): MenuItem[] {
  const isPhone = useIsPhone()
  return items
    .filter((item) => isPhone && item.inMenuOnPhones)
    .map(({ to, name, icon: Icon }) => ({
      label: name,
      icon: <Icon size={18} aria-hidden="true" />,
      link: <PageLink to={to} />,
    }))
}

function useOwnItems(separated: boolean): MenuItem[] {
  const dark = useTheme() === 'dark'
  return [
    {
      label: dark ? s.lightTheme : uiSentences.darkTheme,
      icon: dark ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />,
      onSelect: () => setTheme(dark ? 'light' : 'dark'),
      separated,
    },
    {
      label: s.changePassword,
      icon: <KeyRound size={18} aria-hidden="true" />,
      link: <PageLink to={paths.choosePassword} />,
    },
  ]
}

/** Who is logged in, and what is theirs: password, theme, and on phones some links of the bar. */
export function AccountMenu({ person, items }: AccountMenuProps) {
  const links = useLinkItems(items)
  const own = useOwnItems(links.length > 0)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-11 items-center gap-2.5 rounded-ctl px-1 transition-colors hover:bg-surface-2"
        >
          <Avatar name={person.name} size="sm" />
          <span className="sr-only">{s.account(person.name)}</span>
          <span aria-hidden="true" className="max-w-40 pr-1 text-left text-sm leading-tight max-xl:hidden">
            <b className="block truncate">{person.name}</b>
            <span className="block text-xs text-ink-2">{s.roles[person.user_role]}</span>
          </span>
        </button>
      }
      items={[...links, ...own]}
    />
  )
}
