import { clsx } from 'clsx'
import { LogOut, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import { LogOutDialog } from '#web/auth/log-out-dialog.tsx'
import { documentOf, pathnameOf } from '#web/lib/public-paths.ts'

export type NavItem = {
  to: string
  name: string
  icon: LucideIcon
  /** If true, only the page itself counts as the current page, not the pages below it. */
  exact?: boolean
  /** Pages at other paths that are opened from this page; the link also counts as current on them. */
  alsoAt?: readonly string[]
  /** Below 64rem the link moves into the account menu, because the bar is too narrow. */
  inMenuBelowLg?: boolean
  /** Below 27rem the link moves into the account menu. */
  inMenuOnPhone?: boolean
  /** Below 24rem, on the narrowest phones, the link moves into the account menu. */
  inMenuOnNarrowest?: boolean
}

/** A link to a page of the app, or to a separate document (landing page, booking, log-in). */
export function PageLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return documentOf(to) === null ? <Link {...rest} to={to} /> : <a {...rest} href={to} />
}

export const navItemClass = (here: boolean) =>
  clsx(
    'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-ctl text-ctl font-semibold whitespace-nowrap transition-colors',
    here ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  )

/**
 * Returns a function that tells whether the current page is a link's page, one below it or one that is opened from it.
 * Upper and lower case make no difference.
 */
export function useIsHere(): (item: Pick<NavItem, 'to' | 'exact' | 'alsoAt'>) => boolean {
  const here = pathnameOf(useLocation().pathname).toLowerCase()
  const isAt = (path: string, exact = false) =>
    here === path.toLowerCase() || (!exact && here.startsWith(`${path.toLowerCase()}/`))
  return ({ to, exact, alsoAt = [] }) => isAt(to, exact) || alsoAt.some((path) => isAt(path))
}

/** Phones show only the icon; assistive technology reads the name. */
export function NavLink({ item }: { item: NavItem }) {
  const here = useIsHere()(item)
  const Icon = item.icon
  return (
    <PageLink
      to={item.to}
      title={item.name}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        navItemClass(here),
        'md:px-3',
        item.inMenuBelowLg && 'max-lg:hidden',
        item.inMenuOnPhone && 'max-[27rem]:hidden',
        item.inMenuOnNarrowest && 'max-[24rem]:hidden',
      )}
    >
      <Icon size={20} aria-hidden="true" className="md:hidden" />
      <span className="max-md:sr-only">{item.name}</span>
    </PageLink>
  )
}

/** The log-out button of the navigation, which asks before logging out. */
export function LogOutButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={s.logout}
        onClick={() => setOpen(true)}
        className={clsx(navItemClass(false), 'lg:px-3')}
      >
        <LogOut size={20} aria-hidden="true" />
        <span className="max-lg:sr-only">{s.logout}</span>
      </button>
      <LogOutDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** A link that is the first tab stop of the page and skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // Moves only the focus, without changing the URL.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-ctl focus:bg-surface focus:p-3 focus:font-semibold focus:shadow-3"
    >
      {s.skip}
    </a>
  )
}
