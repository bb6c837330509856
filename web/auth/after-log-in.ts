import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { homeOf, isStaff } from '#shared/users/roles.ts'
import { choosePasswordPath, localPath, paths } from '#web/lib/paths.ts'

/**
 * Where a person goes after logging in: first to their own password when they still have to choose one, which takes `next`
 * along; then to `next` when it is a page of this site (its guard decides whether they may see it); else clients to the
 * public page and staff to their role's home.
 */
export function destinationAfterLogIn(person: SessionPerson, next: string | null): string {
  const wanted = localPath(next)
  if (person.must_set_password) return wanted === null ? paths.choosePassword : choosePasswordPath(wanted)
  if (wanted !== null) return wanted
  return isStaff(person.user_role) ? homeOf[person.user_role] : paths.landing
}
