import type { Context } from '#server/lib/context.ts'
import { requireSetUpOf } from '#server/sessions/public.ts'
import * as queries from './queries.ts'
import { readRule, rolesOfRule } from './state.ts'

/**
 * Makes all open sessions follow the clinic's second-factor rule. The session of a person who must have a second factor
 * and has none may only set one up; every other session gets its full rights. A lock makes this function wait for
 * log-ins that have read the rule, and for other changes of second factors, because it must see the rows that they
 * write.
 */
export async function applyRule(context: Pick<Context, 'tx' | 'branchId' | 'publish'>): Promise<void> {
  await queries.lockRule(context.tx)
  const roles = rolesOfRule[await readRule(context.tx, context.branchId)]
  const people = roles.length === 0 ? [] : await queries.peopleWithFactor(context.tx, roles)
  const without = people.filter((person) => !person.has_second_factor)
  await requireSetUpOf(
    context,
    without.map(({ id }) => id),
  )
}
