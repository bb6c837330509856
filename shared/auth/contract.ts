import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { clinicFields } from '#shared/clinic/contract.ts'
import {
  email,
  id,
  instant,
  messageAnswer,
  requiredText,
  strictBody,
  filled,
  requiredPersonName,
} from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { currentNoticeVersion } from '#shared/privacy/contract.ts'
import { wantedNews } from '#shared/privacy/news-contract.ts'
import { newPassword, typedPassword } from '#shared/users/password.ts'
import { authMessages as s, contactMessages } from './messages.ts'
import { sessionPerson } from './session-contract.ts'

const session = z.object({ token: z.string(), user: sessionPerson })

export const authContract = {
  csrfCookie: endpoint({
    method: 'GET',
    url: '/api/csrf-cookie',
    access: 'public',
    summary: 'Set the readable cookie whose value requests that change something repeat in the header X-CSRF-Token',
    database: 'none',
    response: messageAnswer,
  }),
  register: endpoint({
    method: 'POST',
    url: '/api/register',
    access: 'public',
    summary: 'Create a client account and log in',
    status: 201,
    database: 'none',
    body: strictBody({
      name: requiredPersonName(120, s.allFieldsRequired),
      email: filled(email, s.allFieldsRequired),
      password: filled(newPassword, s.allFieldsRequired),
      contact_number: optionalPhone,
      user_role: z.literal('client', s.roleClientOnly).optional(),
      /** The version of the privacy notice that the person has read; sending it records the consent. */
      privacy_version: currentNoticeVersion.optional(),
      /** The channels on which the person wants news; missing if the person was not asked. */
      news: wantedNews.optional(),
    }),
    response: session,
  }),
  login: endpoint({
    method: 'POST',
    url: '/api/login',
    access: 'public',
    summary: 'Log in with e-mail and password',
    database: 'none',
    body: strictBody({ email, password: typedPassword }),
    response: session,
  }),
  choosePassword: endpoint({
    method: 'PUT',
    url: '/api/user/password',
    access: 'any-account',
    summary: "Change one's own password; the account's other sessions end",
    beforePasswordChoice: true,
    database: 'none',
    body: strictBody({ current_password: typedPassword, new_password: newPassword }),
    response: messageAnswer,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    url: '/api/forgot-password',
    access: 'public',
    summary:
      'Send a one-time link by e-mail with which a new password can be set; the response is the same for every e-mail',
    database: 'none',
    body: strictBody({ email }),
    response: messageAnswer,
  }),
  resetPassword: endpoint({
    method: 'POST',
    url: '/api/reset-password',
    access: 'public',
    summary: 'Set a new password with a one-time link; every session of the account ends',
    database: 'none',
    body: strictBody({ token: requiredText(200, s.linkVoid), password: newPassword }),
    response: messageAnswer,
  }),
  createResetLink: endpoint({
    method: 'POST',
    url: '/api/users/:id/reset-link',
    access: 'users.manage',
    summary: 'Create a one-time link with which a person sets a new password; an earlier link becomes invalid',
    status: 201,
    params: z.object({ id }),
    body: z.union([z.null(), z.undefined(), strictBody({})]),
    response: z.object({
      data: z.object({
        /**
         * The password link: a full URL if the clinic's public address is configured, otherwise a path. Its token is in
         * the fragment.
         */
        link: z.string(),
        works_until: instant,
      }),
    }),
  }),
  setup: endpoint({
    method: 'POST',
    url: '/api/setup',
    access: 'public',
    summary: 'Set up the clinic and its first admin, with the one-time code that the terminal shows',
    status: 201,
    database: 'none',
    body: strictBody({
      code: requiredText(40),
      clinic_name: clinicFields.name,
      clinic_address: clinicFields.address,
      clinic_phone: clinicFields.phone,
      clinic_email: clinicFields.email,
      name: requiredPersonName(120, s.allFieldsRequired),
      email,
      password: newPassword,
    }),
    response: session,
  }),
}

const way = z.object({
  /** The e-mail or the mobile number; null when the person has none. */
  value: z.string().nullable(),
  verified_at: instant.nullable(),
  /** True when the clinic can send the link that confirms the e-mail, or the code that confirms the mobile number. */
  can_verify: z.boolean(),
})
export type ContactWay = z.output<typeof way>

/** Calls by which a person confirms that an e-mail or a mobile number is their own. */
export const contactContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/contact',
    access: 'any-account',
    summary: "The caller's e-mail and mobile number, and whether each is confirmed",
    response: z.object({ data: z.object({ email: way, phone: way }) }),
  }),
  sendLink: endpoint({
    method: 'POST',
    url: '/api/my/email-link',
    access: 'any-account',
    summary: 'Send the caller a link that confirms their e-mail',
    response: messageAnswer,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    url: '/api/verify-email',
    access: 'public',
    summary: 'Confirm an e-mail with the one-time link that was sent to it',
    body: strictBody({ token: requiredText(200, contactMessages.linkVoid) }),
    response: messageAnswer,
  }),
  sendCode: endpoint({
    method: 'POST',
    url: '/api/my/phone-code',
    access: 'any-account',
    summary: 'Send the caller a code by SMS that confirms their mobile number',
    response: messageAnswer,
  }),
  verifyPhone: endpoint({
    method: 'POST',
    url: '/api/my/phone-verification',
    access: 'any-account',
    summary: "Confirm the caller's mobile number with the code that was sent to it",
    database: 'none',
    body: strictBody({
      code: z
        .string(contactMessages.codeForm)
        .trim()
        .regex(/^\d{6}$/, contactMessages.codeForm),
    }),
    response: messageAnswer,
  }),
}
