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
  resetNotYou: 'If it was not you, ignore this email. Your password stays as it is.',
})
