import { clsx } from 'clsx'
import { Menu, X, LogOut as LogOutIcon } from 'lucide-react'
import { type Ref, useEffect, useRef, useState, lazy, Suspense } from 'react'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { SitePicture } from '#shared/website/site.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { type AccountLinks, type SectionLink, Brand } from './site-frame.tsx'
import { words } from './messages.ts'

type Sections = readonly SectionLink[]
type HeaderProps = {
  clinic: PublicClinic
  logo: SitePicture | null
  /** The page's sections, for the navigation. */
  sections: Sections
  links: AccountLinks
  loggedIn: boolean
}

/**
 * A sticky header in one row with the clinic, the sections and the account links. On phones and tablets the sections
 * are in a menu.
 */
export function Header({ clinic, logo, sections, links, loggedIn }: HeaderProps) {
  const { open, setOpen, toggle } = useMenu()
  return (
    <header className="sticky top-0 z-40 border-b border-line/70 bg-bg/96 backdrop-blur-lg">
      <div className="mx-auto flex min-h-18 max-w-public items-center justify-between gap-x-2 px-5 md:px-8 lg:grid lg:grid-cols-[1fr_auto_1fr] lg:gap-6">
        <a href="/" className="min-w-0 rounded-ctl py-1 lg:justify-self-start">
          <Brand clinic={clinic} logo={logo} isAlone />
        </a>
        <SectionLinks sections={sections} />
        <div className="flex shrink-0 items-center gap-2 lg:justify-self-end">
          <a
            href={links.quiet.href}
            className={clsx(buttonClass({ variant: 'quiet' }), 'whitespace-nowrap max-sm:hidden')}
          >
            {links.quiet.name}
          </a>
          <a
            href={links.button.href}
            className={clsx(buttonClass({ variant: 'primary', pill: true }), 'tracking-wide max-xs:px-3.5!')}
          >
            {links.button.name}
          </a>
          {loggedIn && (
            <LogOut inBar className={clsx(buttonClass({ variant: 'quiet' }), 'max-sm:hidden max-xl:px-3!')} />
          )}
          <MenuButton ref={toggle} open={open} onToggle={() => setOpen(!open)} />
        </div>
      </div>
      <MenuPanel open={open} sections={sections} links={links} loggedIn={loggedIn} onChoose={() => setOpen(false)} />
    </header>
  )
}

/** The state of the navigation menu on phones and tablets; Escape closes the menu and focuses its button. */
function useMenu() {
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  return { open, setOpen, toggle }
}

type MenuButtonProps = { ref: Ref<HTMLButtonElement>; open: boolean; onToggle: () => void }

const MenuButton = ({ ref, open, onToggle }: MenuButtonProps) => (
  <button
    ref={ref}
    type="button"
    aria-expanded={open}
    aria-controls="menu"
    onClick={onToggle}
    className="-mr-2 grid size-11 place-items-center rounded-ctl hover:bg-surface-2 lg:hidden"
  >
    {open ? <X size={22} aria-hidden="true" /> : <Menu size={22} aria-hidden="true" />}
    <span className="sr-only">{open ? words.closeMenu : words.openMenu}</span>
  </button>
)

const SectionLinks = ({ sections }: { sections: Sections }) => (
  <nav aria-label={words.sections} className="flex gap-1 text-ctl font-medium text-ink-2 max-lg:hidden">
    {sections.map(({ id, name }) => (
      <a
        key={id}
        href={`#${id}`}
        className="inline-flex min-h-11 items-center rounded-ctl px-2 transition-colors xl:px-3.5 hover:bg-surface-2 hover:text-ink"
      >
        {name}
      </a>
    ))}
  </nav>
)

type MenuPanelProps = {
  open: boolean
  sections: Sections
  links: AccountLinks
  loggedIn: boolean
  onChoose: () => void
}

const menuItem = 'flex min-h-12 w-full items-center rounded-ctl px-4 text-base font-semibold hover:bg-surface-2'

const MenuPanel = ({ open, sections, links, loggedIn, onChoose }: MenuPanelProps) => (
  <nav
    id="menu"
    aria-label={words.menu}
    hidden={!open}
    className="absolute inset-x-0 border-y border-line bg-bg px-3 py-3 shadow-3 lg:hidden"
  >
    {[...sections.map(({ id, name }) => ({ href: `#${id}`, name })), links.quiet, links.button].map((link) => (
      <a key={link.name} href={link.href} onClick={onChoose} className={menuItem}>
        {link.name}
      </a>
    ))}
    {loggedIn && <LogOut className={menuItem} />}
  </nav>
)

// The log-out question is loaded only when Log out is pressed.
const LogOutQuestion = lazy(async () => ({ default: (await import('./log-out-question.tsx')).LogOutQuestion }))

type LogOutProps = {
  /** The classes of the log-out button. */
  className: string
  /** True for the button in the header bar, which shows its text only on the widest screens and otherwise an icon. */
  inBar?: boolean
}

/** The landing page's log-out button, which asks before logging out. */
function LogOut({ className, inBar = false }: LogOutProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" title={words.logout} onClick={() => setOpen(true)} className={className}>
        {inBar && <LogOutIcon size={20} aria-hidden="true" className="xl:hidden" />}
        <span className={inBar ? 'max-xl:sr-only' : undefined}>{words.logout}</span>
      </button>
      {open && (
        <Suspense>
          <LogOutQuestion onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
