import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { homeOf, isStaff } from '#shared/users/roles.ts'
import { localPath, paths } from '#web/lib/paths.ts'

/**
 * Where a person goes after logging in: first to their own password when they still have to choose one; then to `next`
 * when it is a page of this site (its guard decides whether they may see it); else clients to the public page and staff
 * to their role's home.
 */
export function destinationAfterLogIn(person: SessionPerson, next: string | null): string {
  if (person.must_set_password) return paths.choosePassword
  const wanted = localPath(next)
  if (wanted !== null) return wanted
  return isStaff(person.user_role) ? homeOf[person.user_role] : paths.landing
}
