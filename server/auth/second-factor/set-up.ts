import { requirePresentPassword } from '#server/auth/own-password.ts'
import { hashTypedCode, newTypedCode } from '#server/auth/typed-codes.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { grantFullRights } from '#server/sessions/public.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { makeSecret, consumeAppCode } from './authenticator.ts'
import * as queries from './queries.ts'
import { removeFactor } from './remove-factor.ts'
import { hasFactor } from './state.ts'

const RECOVERY_CODES = 10
const CODE_GROUPS = 4

/** Makes a secret that counts once it is confirmed. Throws a 409 if the second factor is already on. */
export async function beginSetUp({ tx, user, now }: Context<Principal>, secrets: SecretBox, clinic: string) {
  const { encrypted, ...shown } = await makeSecret(secrets, { id: user.id, email: user.email, clinic })
  if (!(await queries.saveSecret(tx, { account_id: user.id, secret: encrypted, made_at: now })))
    throw new AppError('conflict', s.alreadyOn)
  return shown
}

/** Replaces the recovery codes of an account and returns the new ones; the database stores only their hashes. */
async function replaceCodes({ tx, user, now }: Context<Principal>): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newTypedCode(CODE_GROUPS))
  await queries.saveCodes(tx, user.id, codes.map(hashTypedCode), now)
  return codes
}

const requireAccount = async ({ tx, user }: Context<Principal>): Promise<void> => {
  if (!(await lockPerson(tx, user.id))) throw new AppError('unauthenticated', callMessages.authenticationRequired)
}

/**
 * Switches the second factor on if the app's code is right, and returns the recovery codes. Throws a 422 for a wrong
 * code and a 409 if the second factor is already on or no secret was made.
 */
export async function finishSetUp(context: Context<Principal>, secrets: SecretBox, code: string): Promise<string[]> {
  const { tx, user, now } = context
  await requireAccount(context)
  const found = await queries.secretOf(tx, user.id)
  if (!found) throw invalid('code', s.noSecret)
  if (found.confirmed_at) throw new AppError('conflict', s.alreadyOn)
  const asked = { accountId: user.id, encrypted: found.secret, code: code.replaceAll(' ', ''), now }
  if ((await consumeAppCode(tx, secrets, asked)) !== 'right') throw invalid('code', s.wrongCode)
  await queries.confirmSecret(tx, user.id, now)
  await grantFullRights(tx, { userId: user.id })
  await writeAuditLog(context, { type: 'auth.second-factor.switched-on', subjectId: user.id, parameters: {} })
  return replaceCodes(context)
}

type Detached = DetachedContext<Principal>
type WithPassword = { current_password: string }

/** Makes new recovery codes. Throws a 422 for a wrong password and a 409 without a second factor. */
export async function makeNewCodes(context: Detached, { current_password }: WithPassword, limits: Limits) {
  await requirePresentPassword(context, current_password, 'current_password', limits)
  return context.inTransaction(async (inside) => {
    await requireAccount(inside)
    if (!(await hasFactor(inside.tx, inside.user.id))) throw new AppError('conflict', s.notOn)
    const subjectId = inside.user.id
    await writeAuditLog(inside, { type: 'auth.second-factor.codes-renewed', subjectId, parameters: {} })
    return replaceCodes(inside)
  })
}

/** Switches the caller's second factor off. Throws a 422 for a wrong password and a 409 if it is off. */
export async function switchOff(context: Detached, { current_password }: WithPassword, limits: Limits): Promise<void> {
  await requirePresentPassword(context, current_password, 'current_password', limits)
  await context.inTransaction(async (inside) => {
    await requireAccount(inside)
    if (!(await removeFactor(inside, inside.user.id))) throw new AppError('conflict', s.notOn)
    const subjectId = inside.user.id
    await writeAuditLog(inside, { type: 'auth.second-factor.switched-off', subjectId, parameters: {} })
  })
}

export const declineOffer = ({ tx, user, now }: Context<Principal>) => queries.saveDeclined(tx, user.id, now)
