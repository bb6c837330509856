import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { email, id, instant, optionalText, requiredPersonName, strictBody, version } from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { ROLES } from '#shared/users/roles.ts'
import { typedPassword } from '#shared/users/password.ts'
import { profileMessages as s } from './messages.ts'

const profile = z.object({
  id,
  name: z.string(),
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  photo: z.string().nullable(),
  Account_created_at: instant,
  smsActivated: z.boolean(),
  version,
})
export type Profile = z.output<typeof profile>

export const profileContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/profile',
    access: 'any-account',
    summary: 'My profile',
    response: z.object({ data: profile }),
  }),
  update: endpoint({
    method: 'PUT',
    url: '/api/userupdate',
    access: 'any-account',
    summary: 'Change my profile; a new e-mail asks for the present password and ends other sessions',
    database: 'none',
    body: strictBody({
      name: requiredPersonName(120, s.nameRequired),
      contact: optionalPhone,
      email,
      location: optionalText(120),
      current_password: typedPassword.optional(),
    }),
    response: z.object({ user: profile, userRole: z.enum(ROLES) }),
    errorData: { stale: profile },
    ifMatch: true,
  }),
}
