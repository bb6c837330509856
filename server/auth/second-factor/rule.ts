import type { ReadTx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { AppError } from '#server/lib/app-error.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { lockPerson } from '#server/people/find-person.ts'
import type { SecondFactorRule } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { isStaff, ROLES } from '#shared/users/roles.ts'
import { applyRule } from './apply-rule.ts'
import * as queries from './queries.ts'
import { removeFactor } from './remove-factor.ts'
import { readRule } from './state.ts'

/** The clinic's second-factor rule, and which of its staff have a second factor. */
export async function readLogInRules(tx: ReadTx, branchId: string) {
  const people = await queries.peopleWithFactor(tx, ROLES.filter(isStaff))
  return {
    second_factor_for: await readRule(tx, branchId),
    people,
  }
}

/**
 * Changes the clinic's second-factor rule, which takes effect at once: people who must have a second factor and have
 * none set it up at their next request.
 */
export async function saveRule(context: Context<Principal>, rule: SecondFactorRule): Promise<void> {
  const { tx, branchId } = context
  if ((await readRule(tx, branchId)) === rule) return
  await queries.saveRule(tx, branchId, rule)
  await applyRule(context)
  await writeAuditLog(context, {
    type: 'auth.second-factor.rule-changed',
    subjectId: branchId,
    parameters: { required_for: rule },
  })
}

/**
 * Removes the second factor of somebody else. Throws a 409 for the caller's own account and for one without a second
 * factor.
 */
export async function resetFactor(context: Context<Principal>, id: string): Promise<void> {
  if (context.user.id === id) throw new AppError('conflict', s.resetOwn)
  const person = await lockPerson(context.tx, id)
  if (!person) throw new AppError('not_found', requestRefusals.notFound)
  if (!(await removeFactor(context, id))) throw new AppError('conflict', s.notOn)
  await applyRule(context)
  await writeAuditLog(context, { type: 'auth.second-factor.reset', subjectId: id, parameters: { name: person.name } })
}
