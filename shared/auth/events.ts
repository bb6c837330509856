import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const nothing = z.object({})
const named = z.object({ name: z.string() })
const password = { password: { label: 'password', value: 'hidden' } } as const

/**
 * The log sentences for each thing that was locked, slowed down or stopped after too many calls. Some sentences name
 * the account.
 */
const limited = {
  'known-browser': (name: string) => `Locked log-in of ${name} from one known browser`,
  'one-address': (name: string) => `Locked log-in of ${name} from one address`,
  'new-browsers': (name: string) => `Locked log-in of ${name} from new browsers`,
  'slowed-address': () => 'Slowed log-in from one address',
  registration: () => 'Locked registration from one address',
  'one-time-code': () => 'Locked the one-time code',
  'mailed-links': () => 'Locked links by email',
  'mailed-links-of': (name: string) => `Locked links by email for ${name}`,
  'email-links-of': (name: string) => `Locked links to confirm the e-mail of ${name}`,
  'phone-codes-of': (name: string) => `Locked codes by SMS for ${name}`,
  'phone-codes': () => 'Locked codes by SMS',
  'mails-to-strangers': () => 'Stopped e-mails to unconfirmed addresses for the day',
  'approval-pin': (name: string) => `Locked the approval PIN of ${name}`,
  'second-factor': (name: string) => `Locked the log-in codes of ${name}`,
  'password-question': (name: string) => `Locked the password question of ${name}`,
} as const
export type LimitedAccess = keyof typeof limited

const ruleWords = { nobody: 'nobody', admins: 'admins', staff: 'all staff' } as const

export const authEvents = eventTypesOf('auth', {
  'auth.session.opened': eventType({
    kind: 'system',
    subject: 'session',
    parameters: nothing,
    sentence: () => 'Logged in',
  }),
  'auth.session.closed': eventType({
    kind: 'system',
    subject: 'session',
    parameters: nothing,
    sentence: () => 'Logged out',
  }),
  'auth.device.logged-out': eventType({
    kind: 'update',
    subject: 'session',
    parameters: z.object({ device: z.string() }),
    sentence: ({ device }) => `Logged out of ${device || 'an unknown device'}`,
  }),
  'auth.devices.logged-out': eventType({
    kind: 'update',
    subject: 'session',
    parameters: z.object({ count: z.number() }),
    sentence: ({ count }) => (count === 1 ? 'Logged out of 1 other device' : `Logged out of ${count} other devices`),
  }),
  'auth.device.trusted': eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({ device: z.string() }),
    sentence: ({ device }) => `Trusted ${device || 'an unknown device'} for 30 days`,
  }),
  'auth.device.distrusted': eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({ device: z.string() }),
    sentence: ({ device }) => `No longer trusts ${device || 'an unknown device'}`,
  }),
  'auth.access.limited': eventType({
    kind: 'system',
    subject: 'session',
    parameters: z.object({ what: z.enum(Object.keys(limited) as [LimitedAccess]), name: z.string() }),
    sentence: ({ what, name }) => `${limited[what](name)} after too many tries`,
  }),
  'auth.clinic.set-up': eventType({
    kind: 'create',
    subject: 'clinic',
    parameters: named,
    sentence: ({ name }) => `Set up the clinic ${name}`,
  }),
  'auth.admin.first': eventType({
    kind: 'create',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Became the first admin',
  }),
  'auth.client.registered': eventType({
    kind: 'create',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Registered as a client',
  }),
  'auth.password.changed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    fields: password,
    sentence: () => 'Changed own password',
  }),
  'auth.password.reset': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    fields: password,
    sentence: () => 'Set a new password with a one-time link',
  }),
  'auth.link.made': eventType({
    kind: 'create',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Made a one-time link for ${name}`,
  }),
  'auth.link.mailed': eventType({
    kind: 'system',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Made a one-time link for ${name}, to be sent by email`,
  }),
  'auth.link.not-sent': eventType({
    kind: 'system',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `The email with a one-time link for ${name} could not be sent`,
  }),
  'auth.staff.invited': eventType({
    kind: 'create',
    subject: 'user',
    parameters: named.extend({ role: z.string() }),
    sentence: ({ name, role }) => `Invited ${name} as ${role}`,
  }),
  'auth.invitation.resent': eventType({
    kind: 'system',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Sent the invitation of ${name} again`,
  }),
  'auth.invitation.revoked': eventType({
    kind: 'delete',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Revoked the invitation of ${name}`,
  }),
  'auth.email.verified': eventType({
    kind: 'system',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Confirmed own e-mail with a link',
  }),
  'auth.phone.verified': eventType({
    kind: 'system',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Confirmed own mobile number with a code',
  }),
  'auth.app.added': eventType({
    kind: 'create',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Added an authenticator app',
  }),
  'auth.app.removed': eventType({
    kind: 'delete',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Removed the authenticator app',
  }),
  'auth.passkey.added': eventType({
    kind: 'create',
    subject: 'user',
    parameters: z.object({ passkey: z.string() }),
    sentence: ({ passkey }) => `Added the passkey ${passkey}`,
  }),
  'auth.passkey.renamed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({ passkey: z.string(), name: z.string() }),
    sentence: ({ passkey, name }) => `Renamed the passkey ${passkey} to ${name}`,
  }),
  'auth.passkey.removed': eventType({
    kind: 'delete',
    subject: 'user',
    parameters: z.object({ passkey: z.string() }),
    sentence: ({ passkey }) => `Removed the passkey ${passkey}`,
  }),
  'auth.second-factor.switched-on': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Switched on two-step log-in',
  }),
  'auth.second-factor.switched-off': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Switched off two-step log-in',
  }),
  'auth.second-factor.codes-renewed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Made new recovery codes',
  }),
  'auth.second-factor.recovery-code-used': eventType({
    kind: 'system',
    subject: 'user',
    parameters: z.object({ left: z.number() }),
    sentence: ({ left }) => `Logged in with a recovery code, ${left} left`,
  }),
  'auth.second-factor.reset': eventType({
    kind: 'update',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Reset the two-step log-in of ${name}`,
  }),
  'auth.second-factor.reset-by-operator': eventType({
    kind: 'system',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Reset the two-step log-in of ${name} with the command of the operator`,
  }),
  'auth.second-factor.rule-changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({ required_for: z.enum(['nobody', 'admins', 'staff']) }),
    sentence: ({ required_for }) => `Required two-step log-in of ${ruleWords[required_for]}`,
  }),
  'auth.link.made-by-operator': eventType({
    kind: 'system',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Made a one-time link for ${name} with the command of the operator`,
  }),
})
