import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { SECOND_FACTOR_RULES, type SecondFactorRule } from '#shared/auth/second-factor-contract.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { Role } from '#shared/people/role.ts'
import { isStaff, ROLES } from '#shared/users/roles.ts'
import { passkeysOf } from './passkeys/queries.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import * as queries from './queries.ts'

/** How long admins are not offered to set up a second factor after they chose "Not now". */
const OFFER_AGAIN_MS = 30 * 86_400_000

type Account = { id: string; role: Role }

const isAdmin = (role: Role) => permissionsOf(role).has('users.manage')

/** The roles that must have a second factor under each rule. */
export const rolesOfRule: Record<SecondFactorRule, readonly Role[]> = {
  nobody: [],
  admins: ROLES.filter(isAdmin),
  staff: ROLES.filter(isStaff),
}

/** Reads which staff must have a second factor in this clinic. */
export async function readRule(tx: ReadTx, branchId: string): Promise<SecondFactorRule> {
  const stored = await queries.ruleOf(tx, branchId)
  return SECOND_FACTOR_RULES.find((rule) => rule === stored) ?? 'nobody'
}

/** True if the clinic requires a second factor of this role. */
const isFactorRequired = async (tx: ReadTx, branchId: string, role: Role): Promise<boolean> =>
  rolesOfRule[await readRule(tx, branchId)].includes(role)

/** True once the account has an authenticator app or a passkey. */
export const hasFactor = queries.hasFactor

/**
 * True if a new session of this account may do nothing until a second factor is set up. The rule cannot change until
 * the session is committed, because a session that is not committed yet would miss the change.
 */
export async function mustSetUpFactor(tx: Tx, branchId: string, account: Account): Promise<boolean> {
  if (!isStaff(account.role)) return false
  await queries.lockRuleShared(tx)
  return (await isFactorRequired(tx, branchId, account.role)) && !(await hasFactor(tx, account.id))
}

/**
 * Returns what the page does about the second factor of a session: require its set-up, offer it to an admin, or
 * nothing.
 */
export async function factorOfSession(
  { tx, now }: { tx: ReadTx; now: Date },
  account: Account,
  mustSetUp: boolean,
): Promise<SessionPerson['second_factor']> {
  if (mustSetUp) return 'required'
  if (!isAdmin(account.role) || (await hasFactor(tx, account.id))) return undefined
  const declinedAt = await queries.declinedAt(tx, account.id)
  return declinedAt !== null && declinedAt.getTime() + OFFER_AGAIN_MS > now.getTime() ? undefined : 'offered'
}

/** The state of the caller's second factor, for the profile. */
export async function readOwnFactor({ tx, user, branchId }: ReadContext<Principal>, party: RelyingParty | null) {
  const since = (await queries.secretOf(tx, user.id))?.confirmed_at
  const passkeys = await passkeysOf(tx, user.id)
  return {
    app_since: since ? isoInManila(since) : null,
    passkeys: passkeys.map(({ id, name, created_at: madeAt, last_used_at: lastUse }) => ({
      id,
      name,
      created_at: isoInManila(madeAt),
      last_used_at: lastUse && isoInManila(lastUse),
    })),
    passkey_site: party && { domain: party.isConfigured ? party.id : null },
    recovery_codes_left: await queries.countCodes(tx, user.id),
    is_required: await isFactorRequired(tx, branchId, user.role),
  }
}
