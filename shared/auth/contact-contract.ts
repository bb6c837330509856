import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { instant, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { contactMessages as s } from './messages.ts'

const way = z.object({
  /** The e-mail or the number; null without one. */
  value: z.string().nullable(),
  verified_at: instant.nullable(),
  /** True when the clinic can send the link or the code. */
  can_verify: z.boolean(),
})
export type ContactWay = z.output<typeof way>

/** Confirming that an e-mail or a mobile number is the person's own. */
export const contactContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/contact',
    access: 'any-account',
    summary: 'My e-mail and my mobile number, and whether I have shown that they are mine',
    response: z.object({ data: z.object({ email: way, phone: way }) }),
  }),
  sendLink: endpoint({
    method: 'POST',
    url: '/api/my/email-link',
    access: 'any-account',
    summary: 'Have a link sent that confirms my e-mail',
    response: messageAnswer,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    url: '/api/verify-email',
    access: 'public',
    summary: 'Confirm an e-mail with the one-time link that was sent there',
    body: strictBody({ token: requiredText(200, s.linkVoid) }),
    response: messageAnswer,
  }),
  sendCode: endpoint({
    method: 'POST',
    url: '/api/my/phone-code',
    access: 'any-account',
    summary: 'Have a code sent by SMS that confirms my mobile number',
    response: messageAnswer,
  }),
  verifyPhone: endpoint({
    method: 'POST',
    url: '/api/my/phone-verification',
    access: 'any-account',
    summary: 'Confirm my mobile number with the code that was sent there',
    database: 'none',
    body: strictBody({
      code: z
        .string(s.codeForm)
        .trim()
        .regex(/^\d{6}$/, s.codeForm),
    }),
    response: messageAnswer,
  }),
}
