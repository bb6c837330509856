import { defineMessages } from '#shared/lib/language.ts'

/** Texts about typed passwords. */
export const passwordMessages = defineMessages('users/password', {
  required: 'Password is required.',
  tooShort: 'Use at least 10 characters.',
  tooLong: 'Use at most 200 characters.',
  easy: 'This password is easy to guess. Use a few words that do not belong together.',
})
