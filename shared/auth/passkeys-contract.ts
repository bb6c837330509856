import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { newCodes, withPassword } from './second-factor-contract.ts'
import { passkeyMessages as s } from './passkey-messages.ts'
import { sessionPerson } from './session-contract.ts'

/** How many passkeys a person can have. */
export const MAX_PASSKEYS = 10

/** What the browser needs to call WebAuthn, as JSON: see `PublicKeyCredentialCreationOptionsJSON` of the standard. */
const webAuthnOptions = z.record(z.string(), z.unknown())

const text = (max: number) => z.string().min(1).max(max)
const credential = { id: text(1400), rawId: text(1400), type: z.literal('public-key') }

/** A new passkey, with the fields of `RegistrationResponseJSON` that the check needs. */
const registration = strictBody({
  ...credential,
  response: strictBody({
    clientDataJSON: text(4000),
    attestationObject: text(20_000),
    transports: z.array(text(40)).max(10).optional(),
  }),
})
export type Registration = z.output<typeof registration>

/** A signed challenge, with the fields of `AuthenticationResponseJSON` that the check needs. */
const assertion = strictBody({
  ...credential,
  response: strictBody({ clientDataJSON: text(4000), authenticatorData: text(4000), signature: text(4000) }),
})
export type Assertion = z.output<typeof assertion>

const name = requiredText(60, s.nameRequired)

/** Calls that add and remove passkeys, and that log a person in with a passkey as second factor. */
export const passkeysContract = {
  begin: endpoint({
    method: 'POST',
    url: '/api/my/passkeys/options',
    access: 'any-account',
    summary: 'What the browser needs to make a passkey; it can be used once, for ten minutes',
    sessionOnly: true,
    beforeSecondFactor: true,
    database: 'none',
    response: z.object({ data: z.object({ options: webAuthnOptions }) }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/my/passkeys',
    access: 'any-account',
    summary: 'Add a passkey; returns the recovery codes once if it is the first second factor',
    sessionOnly: true,
    beforeSecondFactor: true,
    database: 'none',
    body: strictBody({ name, passkey: registration }),
    response: newCodes,
  }),
  rename: endpoint({
    method: 'PUT',
    url: '/api/my/passkeys/:id',
    access: 'any-account',
    summary: "Rename one of the caller's passkeys",
    sessionOnly: true,
    params: z.object({ id }),
    body: strictBody({ name }),
    response: messageAnswer,
  }),
  remove: endpoint({
    method: 'POST',
    url: '/api/my/passkeys/:id/removal',
    access: 'any-account',
    summary: "Remove one of the caller's passkeys; without another second factor, two-step log-in is off",
    sessionOnly: true,
    database: 'none',
    params: z.object({ id }),
    body: withPassword,
    response: messageAnswer,
  }),
  readWays: endpoint({
    method: 'POST',
    url: '/api/login/second-factor/ways',
    access: 'public',
    summary: 'How a log-in that waits for its second factor can be finished',
    database: 'none',
    response: z.object({
      data: z.object({
        has_app: z.boolean(),
        /** The data with which the browser can use a passkey for this log-in; null for an account without a passkey. */
        passkey: webAuthnOptions.nullable(),
      }),
    }),
  }),
  finishLogIn: endpoint({
    method: 'POST',
    url: '/api/login/passkey',
    access: 'public',
    summary: 'Finish a log-in with a passkey',
    database: 'none',
    body: strictBody({
      passkey: assertion,
      /** True if this browser needs no second factor of the account for 30 days. */
      trust_device: z.boolean().optional(),
    }),
    response: z.object({ token: z.string(), user: sessionPerson }),
  }),
}
