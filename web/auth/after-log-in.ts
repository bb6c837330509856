import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { homeOf, isStaff } from '#shared/users/roles.ts'
import { localPath, pathWithNext, publicPaths } from '#web/lib/public-paths.ts'

/**
 * Returns the page on which the person must choose a password or set up a second factor before using any other page;
 * undefined if neither is required.
 */
export function requiredPageOf({ must_set_password, second_factor }: SessionPerson): string | undefined {
  if (must_set_password) return publicPaths.choosePassword
  return second_factor === 'required' ? publicPaths.secondFactor : undefined
}

/**
 * Returns the page to open after the log-in. People who must replace a default password or set up a second factor get
 * the page for that, which keeps `next`. Otherwise `next` is opened if it is a page of this site; that page checks the
 * access itself. Without `next`, clients get the public page and staff their start page.
 */
export function destinationAfterLogIn(person: SessionPerson, next: string | null): string {
  const wanted = localPath(next)
  const required = requiredPageOf(person)
  if (required !== undefined) return wanted === null ? required : pathWithNext(required, wanted)
  if (wanted !== null) return wanted
  return isStaff(person.user_role) ? homeOf[person.user_role] : publicPaths.landing
}
