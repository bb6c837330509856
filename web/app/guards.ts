import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Role } from '#shared/people/role.ts'
import { homeOf } from '#shared/users/roles.ts'
import { openDocumentOf, pathnameOf, paths } from '#web/lib/paths.ts'
import { redirects, routes, type PageRoute } from './routes.ts'

/** What a guard needs to know about the visitor. */
export type Visitor = {
  role: Role | null
  mustSetPassword: boolean
  /** True while the clinic has no admin. */
  needsSetup: boolean
}

/** The result of a navigation: a page, a page whose data the role may not read, or a document outside the app. */
export type Arrival =
  | { kind: 'page'; path: string; route: PageRoute }
  | { kind: 'no-access'; path: string; route: PageRoute }
  | { kind: 'document'; path: string }

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((part, i) => same(part, given[i] ?? ''))
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : same(part, given[i]!)))
  )
}

/** The route of a path, regardless of case. */
export const routeOf = (path: string): PageRoute | undefined => routes.find((route) => matches(route.path, path))

const canonicalRedirect = (path: string) => Object.entries(redirects).find(([from]) => same(from, path))?.[1]

const homeFor = ({ role }: Visitor) => (role === null ? paths.login : homeOf[role])

/** The redirect of this route for the visitor; undefined when it lets them in. */
function elsewhere(route: PageRoute, visitor: Visitor): string | undefined {
  const { role } = visitor
  if (route.access === 'public') return undefined
  if (route.access === 'setup') return visitor.needsSetup ? undefined : homeFor(visitor)
  if (role === null) {
    if (visitor.needsSetup) return paths.setup
    return route.access === 'visitor' ? undefined : paths.login
  }
  if (visitor.mustSetPassword) return route.path === paths.choosePassword ? undefined : paths.choosePassword
  if (route.access === 'any') return undefined
  return route.access === role ? undefined : homeOf[role]
}

/** The next redirect from `path`; undefined when the visitor stays. */
function step(path: string, visitor: Visitor): string | undefined {
  const redirect = canonicalRedirect(path)
  if (redirect) return redirect
  const route = routeOf(path)
  if (!route) return paths.landing
  return elsewhere(route, visitor)
}

/** Where a visitor who opens `path` ends up. A pure function, so that all guards can be tested. */
export function resolve(path: string, visitor: Visitor): Arrival {
  let here = pathnameOf(path)
  for (;;) {
    const document = openDocumentOf(here)
    if (document) return { kind: 'document', path: document }
    const next = step(here, visitor)
    if (next !== undefined) {
      here = next
      continue
    }
    const route = routeOf(here)!
    if (route.page === 'document') return { kind: 'document', path: here }
    const allowed = !route.needs || (visitor.role !== null && permissionsOf(visitor.role).has(route.needs))
    return { kind: allowed ? 'page' : 'no-access', path: here, route }
  }
}
