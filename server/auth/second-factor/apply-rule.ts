import type { Context } from '#server/lib/context.ts'
import { requireSetUpOf } from '#server/sessions/public.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { SecondFactorRule } from '#shared/auth/second-factor-contract.ts'
import type { Role } from '#shared/people/role.ts'
import { isStaff, ROLES } from '#shared/users/roles.ts'
import * as queries from './queries.ts'
import { readRule } from './state.ts'

const isAdmin = (role: Role) => permissionsOf(role).has('users.manage')

const rolesOf: Record<SecondFactorRule, readonly Role[]> = {
  nobody: [],
  admins: ROLES.filter(isAdmin),
  staff: ROLES.filter(isStaff),
}

/**
 * Makes all sessions follow the clinic's rule: those of people who must have a second factor and have none may do nothing
 * but set it up, and all others have their full rights.
 */
export async function applyRule(context: Pick<Context, 'tx' | 'branchId' | 'publish'>): Promise<void> {
  const roles = rolesOf[await readRule(context.tx, context.branchId)]
  const people = roles.length === 0 ? [] : await queries.peopleWithFactor(context.tx, roles)
  const without = people.filter((person) => !person.has_second_factor)
  await requireSetUpOf(
    context,
    without.map(({ id }) => id),
  )
}
