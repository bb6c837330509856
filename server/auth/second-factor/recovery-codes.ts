import { hashTypedCode, newTypedCode } from '#server/auth/typed-codes.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { applyRule } from './apply-rule.ts'
import * as queries from './queries.ts'

const RECOVERY_CODES = 10
const CODE_GROUPS = 4

/** Replaces the recovery codes of an account and returns the new ones; the database stores only their hashes. */
export async function replaceCodes({ tx, user, now }: Context<Principal>): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newTypedCode(CODE_GROUPS))
  await queries.saveCodes(tx, user.id, codes.map(hashTypedCode), now)
  return codes
}

/** Locks the caller's account. Throws a 401 if it was closed meanwhile. */
export async function requireAccount({ tx, user }: Context<Principal>): Promise<void> {
  if (!(await lockPerson(tx, user.id))) throw new AppError('unauthenticated', callMessages.authenticationRequired)
}

/**
 * Finishes the set-up of an app or passkey. The first one switches the second factor on and returns the recovery codes;
 * with a further one the earlier codes stay valid, and the list is empty.
 */
export async function codesOfFirstFactor(context: Context<Principal>, hadFactor: boolean): Promise<string[]> {
  if (hadFactor) return []
  await applyRule(context)
  await writeAuditLog(context, {
    type: 'auth.second-factor.switched-on',
    subjectId: context.user.id,
    parameters: {},
  })
  return replaceCodes(context)
}
