import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { homeOf, isStaff } from '#shared/users/roles.ts'
import { choosePasswordPath, localPath, paths } from '#web/lib/paths.ts'

/**
 * Where a person goes after the log-in: to the page that replaces a default password if they must (it keeps `next`); to
 * `next` if it is a page of this site (its guard decides about access); otherwise clients to the public page and staff
 * to their start page.
 */
export function destinationAfterLogIn(person: SessionPerson, next: string | null): string {
  const wanted = localPath(next)
  if (person.must_set_password) return wanted === null ? paths.choosePassword : choosePasswordPath(wanted)
  if (wanted !== null) return wanted
  return isStaff(person.user_role) ? homeOf[person.user_role] : paths.landing
}
