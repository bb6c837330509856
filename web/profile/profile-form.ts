import { z } from 'zod'
import { profileContract, type Profile } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'

/** What stands in the fields; the contract makes of it what is sent. */
export type ProfileFields = {
  name: string
  contact: string
  email: string
  location: string
  current_password: string
}

export const fieldsOf = (profile: Profile): ProfileFields => ({
  name: profile.name,
  contact: profile.contact_number ?? '',
  email: profile.email ?? '',
  location: profile.location ?? '',
  current_password: '',
})

/** Two addresses are one when they differ in case and surrounding space only. */
export const isNewEmail = (typed: string, profile: Profile): boolean =>
  typed.trim().toLowerCase() !== (profile.email ?? '')

/** The contract's own rules, and the present password for a new e-mail. */
export const profileFormSchema = (profile: Profile) =>
  z
    .preprocess(
      (fields: ProfileFields) => ({ ...fields, current_password: fields.current_password || undefined }),
      profileContract.update.body,
    )
    .refine((body) => body.current_password !== undefined || !isNewEmail(body.email, profile), {
      message: s.passwordForEmail,
      path: ['current_password'],
    })

/** What the checked form sends. */
export type ProfileChanges = z.output<ReturnType<typeof profileFormSchema>>
