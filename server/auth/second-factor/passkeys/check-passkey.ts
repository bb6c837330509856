import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Context } from '#server/lib/context.ts'
import { savePendingChallenge, takePendingChallenge } from '#server/sessions/public.ts'
import type { Assertion } from '#shared/auth/passkeys-contract.ts'
import { loadWebauthn } from './load-webauthn.ts'
import * as queries from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

type Passkey = Awaited<ReturnType<typeof queries.passkeysOf>>[number]

const transportsOf = ({ transports }: Passkey) => transports as AuthenticatorTransport[]

/**
 * Creates the challenge of a pending log-in; null if the account has no passkey, or if the clinic is opened at an
 * address for which browsers create no passkeys.
 */
export async function beginPasskeyLogIn(
  context: Context,
  token: string,
  { accountId, party }: { accountId: string; party: RelyingParty | null },
) {
  const present = await queries.passkeysOf(context.tx, accountId)
  if (party === null || present.length === 0) return null
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: present.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
  })
  await savePendingChallenge(context, token, options.challenge)
  const { rpId, ...rest } = options
  return party.isConfigured ? { ...rest, rpId } : rest
}

type Signed = { challenge: string; party: RelyingParty; passkey: Assertion; known: Passkey }

/**
 * Returns the counter of a passkey that has signed the challenge; null if the signature is not valid for the challenge.
 */
async function counterOf({ log }: Context, { challenge, party, passkey, known }: Signed): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(known.public_key),
        counter: known.counter,
        transports: transportsOf(known),
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    // The library throws if a response does not match the challenge, or if the counter has not risen.
    log.info({ err: error }, 'a passkey was refused')
    return null
  }
}

type Asked = { accountId: string; token: string; passkey: Assertion; party: RelyingParty | null }

/**
 * True if a passkey of the account has signed the challenge of this pending log-in. The challenge is used up in any
 * case.
 */
export async function isPasskeyRight(context: Context, { accountId, token, passkey, party }: Asked): Promise<boolean> {
  const { tx, now } = context
  const challenge = await takePendingChallenge(context, token)
  const known = (await queries.passkeysOf(tx, accountId)).find((row) => row.credential_id === passkey.id)
  if (challenge === null || party === null || !known) return false
  const counter = await counterOf(context, { challenge, party, passkey, known })
  if (counter === null) return false
  await queries.saveUse(tx, known.id, { counter, now })
  return true
}
