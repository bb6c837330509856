import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { ROLES } from '#shared/users/roles.ts'
import { typedPassword } from '#shared/users/password.ts'
import { secondFactorMessages as s } from './second-factor-messages.ts'
import { sessionPerson } from './session-contract.ts'

/** The people of whom the owner requires a second factor: nobody, admins, or all staff. */
export const SECOND_FACTOR_RULES = ['nobody', 'admins', 'staff'] as const
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number]

/** How many minutes a person has to enter the second factor after the password. */
export const PENDING_MINUTES = 10

/** For how many days a trusted device needs no second factor. */
export const TRUST_DAYS = 30

const typedCode = requiredText(40, s.codeRequired)
export const withPassword = strictBody({ current_password: typedPassword })
/** New recovery codes, which are shown once; empty if the earlier ones stay valid. */
export const newCodes = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) })

/** Calls with which a person sets up, uses and removes the second factor of their own log-in. */
export const secondFactorContract = {
  finishLogIn: endpoint({
    method: 'POST',
    url: '/api/login/second-factor',
    access: 'public',
    summary: 'Finish a log-in with the code of an authenticator app or a recovery code',
    database: 'none',
    body: strictBody({
      code: typedCode,
      /** True if this browser needs no second factor of the account for 30 days. */
      trust_device: z.boolean().optional(),
    }),
    response: z.object({ token: z.string(), user: sessionPerson }),
  }),
  read: endpoint({
    method: 'GET',
    url: '/api/my/second-factor',
    access: 'any-account',
    summary: "The state of the caller's second factor",
    sessionOnly: true,
    beforeSecondFactor: true,
    response: z.object({
      data: z.object({
        /** When the authenticator app was set up; null if there is none. */
        app_since: instant.nullable(),
        passkeys: z.array(z.object({ id, name: z.string(), created_at: instant, last_used_at: instant.nullable() })),
        /**
         * The site for which passkeys are made; null if the clinic's address is an IP address, for which browsers make
         * none. `domain` is null in an installation without a configured address: passkeys are then made for the
         * address of the page.
         */
        passkey_site: z.object({ domain: z.string().nullable() }).nullable(),
        recovery_codes_left: z.number().int(),
        is_required: z.boolean(),
      }),
    }),
  }),
  confirmPassword: endpoint({
    method: 'POST',
    url: '/api/my/second-factor/password',
    access: 'any-account',
    summary: 'Enter the password again before a second factor is set up, more than ten minutes after the log-in',
    sessionOnly: true,
    beforeSecondFactor: true,
    database: 'none',
    body: withPassword,
    response: messageAnswer,
  }),
  makeSecret: endpoint({
    method: 'POST',
    url: '/api/my/second-factor/secret',
    access: 'any-account',
    summary: 'Make the secret of an authenticator app; it counts once a code of the app has confirmed it',
    sessionOnly: true,
    beforeSecondFactor: true,
    response: z.object({
      data: z.object({
        secret: z.string(),
        /** The address in the QR code that authenticator apps scan. */
        uri: z.string(),
      }),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    url: '/api/my/second-factor',
    access: 'any-account',
    summary:
      'Add the authenticator app with a code that it shows; returns the recovery codes once if it is the first second factor',
    sessionOnly: true,
    beforeSecondFactor: true,
    database: 'none',
    body: strictBody({ code: typedCode }),
    response: newCodes,
  }),
  makeCodes: endpoint({
    method: 'POST',
    url: '/api/my/second-factor/recovery-codes',
    access: 'any-account',
    summary: 'Make new recovery codes; earlier ones stop working',
    sessionOnly: true,
    database: 'none',
    body: withPassword,
    response: newCodes,
  }),
  switchOff: endpoint({
    method: 'POST',
    url: '/api/my/second-factor/off',
    access: 'any-account',
    summary: "Switch the caller's second factor off",
    sessionOnly: true,
    database: 'none',
    body: withPassword,
    response: messageAnswer,
  }),
  removeApp: endpoint({
    method: 'POST',
    url: '/api/my/second-factor/app-removal',
    access: 'any-account',
    summary: "Remove the caller's authenticator app; a passkey must remain, and the recovery codes stay valid",
    sessionOnly: true,
    database: 'none',
    body: withPassword,
    response: messageAnswer,
  }),
  decline: endpoint({
    method: 'POST',
    url: '/api/my/second-factor/later',
    access: 'any-account',
    summary: 'Hide the offer of a second factor for 30 days',
    sessionOnly: true,
    response: messageAnswer,
  }),
}

/** Calls for the clinic's rule about who needs a second factor, and for the second factors of its staff. */
export const logInRulesContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/log-in-rules',
    access: 'users.manage',
    summary: 'Who must have a second factor, and which staff have one',
    response: z.object({
      data: z.object({
        second_factor_for: z.enum(SECOND_FACTOR_RULES),
        people: z.array(z.object({ id, name: z.string(), role: z.enum(ROLES), has_second_factor: z.boolean() })),
      }),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/log-in-rules',
    access: 'users.manage',
    summary: 'Choose who must have a second factor; people without one set it up at their next request',
    body: strictBody({ second_factor_for: z.enum(SECOND_FACTOR_RULES) }),
    response: messageAnswer,
  }),
  reset: endpoint({
    method: 'POST',
    url: '/api/users/:id/second-factor-reset',
    access: 'users.manage',
    summary: 'Remove the second factor of somebody who has lost their phone and recovery codes',
    params: z.object({ id }),
    response: messageAnswer,
  }),
}
