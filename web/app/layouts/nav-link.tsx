import { clsx } from 'clsx'
import { useLocation } from 'react-router'
import { pathnameOf } from '#web/lib/paths.ts'
import type { NavItem } from './navigation.ts'
import { PageLink } from './page-link.tsx'

export const navItemClass = (here: boolean) =>
  clsx(
    'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-ctl text-ctl font-semibold whitespace-nowrap transition-colors',
    here ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  )

/** True on the page of a link and on the pages below it, in whatever case the address is written. */
export function useIsHere(): (to: string, exact?: boolean) => boolean {
  const here = pathnameOf(useLocation().pathname).toLowerCase()
  return (to, exact) => here === to.toLowerCase() || (!exact && here.startsWith(`${to.toLowerCase()}/`))
}

/** `wide`: from which width on the name stands there; below it the icon alone, with the name for assistive technology. */
export function NavLink({ item, wide }: { item: NavItem; wide: 'md' | 'lg' }) {
  const here = useIsHere()(item.to, item.exact)
  const Icon = item.icon
  return (
    <PageLink
      to={item.to}
      title={item.name}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        navItemClass(here),
        wide === 'md' ? 'md:px-3' : 'lg:px-3',
        item.inMenuOnPhones && 'max-md:hidden',
      )}
    >
      <Icon size={20} aria-hidden="true" className={wide === 'md' ? 'md:hidden' : 'lg:hidden'} />
      <span className={wide === 'md' ? 'max-md:sr-only' : 'max-lg:sr-only'}>{item.name}</span>
    </PageLink>
  )
}
