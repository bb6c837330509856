import { Menu, X } from 'lucide-react'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { sections } from '#web/landing/sections.ts'
import { useMenu } from '#web/landing/use-menu.ts'
import { paths } from '#web/lib/paths.ts'

/** On screens without room for them in the bar, the sections of the landing page open under it. */
export function SectionsMenu() {
  const { open, setOpen, toggle } = useMenu()
  const Icon = open ? X : Menu
  return (
    <div className="lg:hidden">
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls="sections-menu"
        title={s.sections}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-ctl text-ink-2 hover:bg-surface-2 hover:text-ink"
      >
        <Icon size={20} aria-hidden="true" />
        <span className="sr-only">{s.sections}</span>
      </button>
      <nav
        id="sections-menu"
        aria-label={s.sections}
        hidden={!open}
        className="absolute inset-x-0 top-full border-y border-line bg-bg px-3 py-3 shadow-3"
      >
        {sections.map(({ id, name }) => (
          <a
            key={id}
            href={`${paths.landing}#${id}`}
            className="flex min-h-12 items-center rounded-ctl px-4 text-base font-semibold hover:bg-surface-2"
          >
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}
