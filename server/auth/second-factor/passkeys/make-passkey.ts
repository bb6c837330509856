import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { lockOwnAccount, requirePresentPassword } from '#server/auth/own-password.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { savePasskeyChallenge, takePasskeyChallenge } from '#server/sessions/public.ts'
import { MAX_PASSKEYS, type Registration } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'
import { secondFactorMessages } from '#shared/auth/second-factor-messages.ts'
import { applyRule } from '#server/auth/second-factor/apply-rule.ts'
import { requireRecentPassword } from '#server/auth/second-factor/recent-password.ts'
import { removeFactor } from '#server/auth/second-factor/remove-factor.ts'
import { codesOfFirstFactor, requireAccount } from '#server/auth/second-factor/recovery-codes.ts'
import { hasFactor } from '#server/auth/second-factor/state.ts'
import { loadWebauthn } from './load-webauthn.ts'
import * as queries from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

const CHALLENGE_MS = 10 * 60_000
const tooMany = () => new AppError('conflict', s.tooMany)

type Detached = DetachedContext<Principal>

function requireWebAddress(party: RelyingParty | null): RelyingParty {
  if (party === null) throw new AppError('conflict', s.noWebAddress)
  return party
}

/**
 * Makes a challenge for a new passkey; it replaces an earlier one of the session. Throws a 403 that asks for the
 * password again if it was entered too long ago.
 */
export async function beginPasskey(context: Detached, found: RelyingParty | null, clinic: string) {
  const party = requireWebAddress(found)
  const { user, now } = context
  const { generateRegistrationOptions } = await loadWebauthn()
  return context.inTransaction(async (inside) => {
    await requireRecentPassword(inside)
    const present = await queries.passkeysOf(inside.tx, user.id)
    if (present.length >= MAX_PASSKEYS) throw tooMany()
    const options = await generateRegistrationOptions({
      rpName: clinic,
      rpID: party.id,
      userID: new TextEncoder().encode(user.id),
      userName: user.email ?? user.name,
      userDisplayName: user.name,
      attestationType: 'none',
      excludeCredentials: present.map(({ credential_id: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    })
    await savePasskeyChallenge(inside, options.challenge, new Date(now.getTime() + CHALLENGE_MS))
    // Without a configured web address, the response names no domain, because callers can make up the host of a
    // request. The browser then uses the host of its page.
    return party.isConfigured ? options : { ...options, rp: { name: options.rp.name } }
  })
}

/**
 * Verifies a new passkey against the challenge of the session. Throws a 422 if the passkey was not made for this
 * challenge.
 */
async function verify({ log }: Detached, party: RelyingParty, challenge: string, passkey: Registration) {
  const { verifyRegistrationResponse } = await loadWebauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: withTransports(passkey), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (registrationInfo) return registrationInfo.credential
  } catch (error) {
    // The library throws if a response does not match the challenge or the site.
    log.info({ err: error }, 'a new passkey was refused')
  }
  throw invalid('passkey', s.notMade)
}

const transportsOf = ({ response }: Registration) => (response.transports ?? []) as AuthenticatorTransport[]
const withTransports = (passkey: Registration) => ({ ...passkey.response, transports: transportsOf(passkey) })

/**
 * Adds a passkey. Returns the recovery codes if it is the first second factor of the account, and an empty list
 * otherwise. Throws a 422 for a passkey that was not made for the challenge. The challenge is used up in any case.
 */
export async function addPasskey(
  context: Detached,
  found: RelyingParty | null,
  { name, passkey }: { name: string; passkey: Registration },
): Promise<string[]> {
  const party = requireWebAddress(found)
  const challenge = await context.inTransaction(takePasskeyChallenge)
  if (challenge === null) throw invalid('passkey', s.expired)
  const credential = await verify(context, party, challenge, passkey)
  return context.inTransaction(async (inside) => {
    const { tx, user, now } = inside
    await requireAccount(inside)
    if ((await queries.passkeysOf(tx, user.id)).length >= MAX_PASSKEYS) throw tooMany()
    const hadFactor = await hasFactor(tx, user.id)
    const isNew = await queries.insertPasskey(tx, {
      id: newId(),
      account_id: user.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transportsOf(passkey),
      name,
      created_at: now,
    })
    if (!isNew) throw new AppError('conflict', s.alreadyAdded)
    await writeAuditLog(inside, { type: 'auth.passkey.added', subjectId: user.id, parameters: { passkey: name } })
    return codesOfFirstFactor(inside, hadFactor)
  })
}

/** Renames a passkey of the caller. Throws a 404 for a passkey that is not theirs. */
export async function renamePasskey(context: Context<Principal>, id: string, name: string): Promise<void> {
  const { tx, user } = context
  const passkey = await queries.renamePasskey(tx, { id, accountId: user.id, name })
  if (passkey === undefined) throw new AppError('not_found', s.gone)
  await writeAuditLog(context, { type: 'auth.passkey.renamed', subjectId: user.id, parameters: { passkey, name } })
}

/**
 * Removes a passkey. If the account then has no second factor any more, its recovery codes and trusted devices are
 * removed too.
 */
async function remove(context: Context<Principal>, id: string): Promise<void> {
  const { tx, user } = context
  const [passkey] = await queries.deletePasskeys(tx, { accountId: user.id, id })
  if (passkey === undefined) throw new AppError('not_found', s.gone)
  await writeAuditLog(context, { type: 'auth.passkey.removed', subjectId: user.id, parameters: { passkey } })
  if (await hasFactor(tx, user.id)) return
  await removeFactor(context, user.id)
  await writeAuditLog(context, { type: 'auth.second-factor.switched-off', subjectId: user.id, parameters: {} })
  await applyRule(context)
}

/**
 * Removes a passkey of the caller. Returns a sentence. Throws a 422 for a wrong password and a 404 for a passkey that
 * is not theirs.
 */
export async function removePasskey(
  context: Detached,
  id: string,
  { current_password }: { current_password: string },
  limits: Limits,
): Promise<string> {
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  return context.inTransaction(async (inside) => {
    await lockOwnAccount(inside, comparedHash)
    await remove(inside, id)
    return (await hasFactor(inside.tx, inside.user.id)) ? s.removed : secondFactorMessages.switchedOff
  })
}
