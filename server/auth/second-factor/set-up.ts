import { lockOwnAccount, requirePresentPassword } from '#server/auth/own-password.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { applyRule } from './apply-rule.ts'
import { makeSecret, consumeAppCode } from './authenticator.ts'
import * as queries from './queries.ts'
import { requireRecentPassword } from './recent-password.ts'
import { codesOfFirstFactor, replaceCodes, requireAccount } from './recovery-codes.ts'
import { removeFactor } from './remove-factor.ts'
import { hasFactor } from './state.ts'

/** How long the secret of an app can be confirmed: long enough to install an app first. */
const SECRET_MS = 60 * 60_000

/**
 * Makes the secret of an authenticator app, which the person confirms with a code within an hour. Throws a 409 if an
 * app is already set up, and a 403 that asks for the password again if it was entered too long ago.
 */
export async function beginSetUp(context: Context<Principal>, secrets: SecretBox, clinic: string) {
  const { tx, user, now } = context
  await requireRecentPassword(context)
  const { encrypted, ...shown } = await makeSecret(secrets, { id: user.id, email: user.email, clinic })
  if (!(await queries.saveSecret(tx, { account_id: user.id, secret: encrypted, made_at: now })))
    throw new AppError('conflict', s.alreadyOn)
  return shown
}

/**
 * Adds the app if its code is right. Returns the recovery codes if the app is the first second factor, and an empty
 * list otherwise. Throws a 422 for a wrong code, and a 409 if an app is already set up or if no secret was made
 * recently: the page then begins again.
 */
export async function finishSetUp(context: Context<Principal>, secrets: SecretBox, code: string): Promise<string[]> {
  const { tx, user, now } = context
  await requireAccount(context)
  const found = await queries.secretOf(tx, user.id)
  if (found?.confirmed_at) throw new AppError('conflict', s.alreadyOn)
  if (!found || now.getTime() - found.made_at.getTime() > SECRET_MS) throw new AppError('conflict', s.noSecret)
  const asked = { accountId: user.id, encrypted: found.secret, code: code.replaceAll(' ', ''), now }
  if ((await consumeAppCode(tx, secrets, asked)) !== 'right') throw invalid('code', s.wrongCode)
  const hadFactor = await hasFactor(tx, user.id)
  await queries.confirmSecret(tx, user.id, now)
  await writeAuditLog(context, { type: 'auth.app.added', subjectId: user.id, parameters: {} })
  return codesOfFirstFactor(context, hadFactor)
}

type Detached = DetachedContext<Principal>
type WithPassword = { current_password: string }

/** Makes new recovery codes. Throws a 422 for a wrong password and a 409 without a second factor. */
export async function makeNewCodes(context: Detached, { current_password }: WithPassword, limits: Limits) {
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  return context.inTransaction(async (inside) => {
    await lockOwnAccount(inside, comparedHash)
    if (!(await hasFactor(inside.tx, inside.user.id))) throw new AppError('conflict', s.notOn)
    const subjectId = inside.user.id
    await writeAuditLog(inside, { type: 'auth.second-factor.codes-renewed', subjectId, parameters: {} })
    return replaceCodes(inside)
  })
}

/** Switches the caller's second factor off. Throws a 422 for a wrong password and a 409 if it is off. */
export async function switchOff(context: Detached, { current_password }: WithPassword, limits: Limits): Promise<void> {
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  await context.inTransaction(async (inside) => {
    await lockOwnAccount(inside, comparedHash)
    if (!(await removeFactor(inside, inside.user.id))) throw new AppError('conflict', s.notOn)
    const subjectId = inside.user.id
    await writeAuditLog(inside, { type: 'auth.second-factor.switched-off', subjectId, parameters: {} })
    await applyRule(inside)
  })
}

/**
 * Removes the caller's authenticator app; the recovery codes stay valid. Throws a 422 for a wrong password, a 404
 * without an app, and a 409 without a passkey, which would leave the account without a second factor.
 */
export async function removeApp(context: Detached, { current_password }: WithPassword, limits: Limits): Promise<void> {
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  await context.inTransaction(async (inside) => {
    const { tx, user } = inside
    await lockOwnAccount(inside, comparedHash)
    if (!(await queries.deleteSecret(tx, user.id))) throw new AppError('not_found', s.noApp)
    if (!(await hasFactor(tx, user.id))) throw new AppError('conflict', s.appIsOnlyFactor)
    await writeAuditLog(inside, { type: 'auth.app.removed', subjectId: user.id, parameters: {} })
  })
}

export const declineOffer = ({ tx, user, now }: Context<Principal>) => queries.saveDeclined(tx, user.id, now)
