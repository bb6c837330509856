import { z } from 'zod'
import { passwordMessages } from './messages.ts'

/** A password that a person chooses: 10 to 200 characters, kept exactly as typed. */
export const newPassword = z
  .string(passwordMessages.required)
  .min(10, passwordMessages.tooShort)
  .max(200, passwordMessages.tooLong)

/** A current password, typed to prove one's identity. */
export const typedPassword = z
  .string(passwordMessages.required)
  .min(1, passwordMessages.required)
  .max(200, passwordMessages.tooLong)
