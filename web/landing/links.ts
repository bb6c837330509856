import { homeOf, isStaff } from '#shared/users/roles.ts'
import type { Role } from '#shared/people/role.ts'
import { paths } from '#web/lib/paths.ts'
import { words } from './messages.ts'

const ids = ['services', 'about', 'pricing', 'testimonials', 'contact'] as const

export type SectionLink = { id: (typeof ids)[number]; name: string }

/** The sections of the landing page with their names in the navigation. */
const sections: readonly SectionLink[] = ids.map((id) => ({ id, name: words.sectionNames[id] }))

/** Those that a page shows, in its order. */
export const sectionsOf = (shown: readonly string[]): SectionLink[] =>
  shown.flatMap((id) => sections.filter((section) => section.id === id))

type AccountLink = { name: string; href: string }
/** The secondary link and the button at the right end of the navigation. */
export type AccountLinks = { quiet: AccountLink; button: AccountLink }

/** Visitors log in or book, clients book or see their profile, staff go to their start page. */
export function accountLinksFor(role: Role | null): AccountLinks {
  if (role === null)
    return { quiet: { name: words.login, href: paths.login }, button: { name: words.bookNow, href: paths.booking } }
  const book = { name: words.bookAppointment, href: paths.booking }
  if (!isStaff(role)) return { quiet: book, button: { name: words.profile, href: paths.profile } }
  return { quiet: book, button: { name: role === 'cashier' ? words.cashier : words.home, href: homeOf[role] } }
}
