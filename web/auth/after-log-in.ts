import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { homeOf, isStaff } from '#shared/users/roles.ts'
import { choosePasswordPath, localPath, paths, secondFactorPath } from '#web/lib/paths.ts'

/** The page on which a person must do something before anything else; undefined if there is nothing. */
export function dutyOf({ must_set_password, second_factor }: SessionPerson): string | undefined {
  if (must_set_password) return paths.choosePassword
  return second_factor === 'required' ? paths.secondFactor : undefined
}

/**
 * Where a person goes after the log-in: to the page that replaces a default password or sets up a second factor if they
 * must (both keep `next`); to `next` if it is a page of this site (its guard decides about access); otherwise clients to
 * the public page and staff to their start page.
 */
export function destinationAfterLogIn(person: SessionPerson, next: string | null): string {
  const wanted = localPath(next)
  if (person.must_set_password) return wanted === null ? paths.choosePassword : choosePasswordPath(wanted)
  if (person.second_factor === 'required') return wanted === null ? paths.secondFactor : secondFactorPath(wanted)
  if (wanted !== null) return wanted
  return isStaff(person.user_role) ? homeOf[person.user_role] : paths.landing
}
