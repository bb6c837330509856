import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** What the emails about accounts say. */
export const mailMessages = defineMessages('auth/mail', {
  greeting: (name: string) => `Hello ${name},`,
  resetSubject: (clinic: string) => `Set a new password for ${clinic}`,
  resetAsked: (clinic: string) => `Somebody asked for a new password for your account at ${clinic}.`,
  resetOnce: (minutes: number) =>
    plural(minutes, {
      one: 'Open this link to choose one. It works once, for 1 minute.',
      other: `Open this link to choose one. It works once, for ${minutes} minutes.`,
    }),
  resetAction: 'Choose a new password',
  verifySubject: (clinic: string) => `Confirm your e-mail for ${clinic}`,
  verifyAsked: (clinic: string) => `Thank you for registering at ${clinic}. Please confirm that this e-mail is yours.`,
  verifyOnce: (hours: number) =>
    plural(hours, { one: 'The link works once, for 1 hour.', other: `The link works once, for ${hours} hours.` }),
  verifyAction: 'Confirm my e-mail',
  verifyNotYou: 'If it was not you, ignore this e-mail.',
  phoneCode: (clinic: string, code: string, minutes: number) =>
    plural(minutes, {
      one: `${clinic}: your code is ${code}. It works for 1 minute.`,
      other: `${clinic}: your code is ${code}. It works for ${minutes} minutes.`,
    }),
  inviteSubject: (clinic: string) => `You are invited to work with ${clinic} in Mutya`,
  invited: (by: string, clinic: string, role: string) => `${by} invites you to ${clinic} as ${role}.`,
  inviteOnce: (until: string) => `Open this link and choose a password. It works once, until ${until}.`,
  inviteAction: 'Choose my password',
  inviteLogIn: (email: string) => `Afterwards you log in with ${email} and that password.`,
  inviteNotYou: 'If you do not know this clinic, ignore this e-mail.',
  resetNotYou: 'If it was not you, ignore this email. Your password stays as it is.',
})
