import { AppError } from '#server/lib/app-error.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { findVerified } from '#server/people/verified-contact.ts'
import { contactContract, type ContactWay } from '#shared/auth/contract.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { sendEmailLink, verifyEmail } from './verify-email.ts'
import { sendPhoneCode, verifyPhone } from './verify-phone.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

type Options = { limits: Limits; sendsEmail: SendsEmail; sendsSms: boolean }

const wayOf = (value: string | null, verifiedAt: Date | null, canVerify: boolean): ContactWay => ({
  value,
  verified_at: verifiedAt && isoInManila(verifiedAt),
  can_verify: canVerify && value !== null && verifiedAt === null,
})

/** Registers the calls by which people confirm an e-mail or a phone number. */
export function contactRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  registerEndpoint(contactContract.read, async ({ tx, branchId, user }) => {
    const found = await findVerified(tx, user.id)
    if (!found) throw new AppError('unauthenticated', callMessages.authenticationRequired)
    const { email, contact_number: number } = found
    const isMobile = mobileOf(number) !== null
    return {
      data: {
        email: wayOf(email, found.email_verified_at, await options.sendsEmail({ tx, branchId })),
        phone: wayOf(number, found.phone_verified_at, options.sendsSms && isMobile),
      },
    }
  })
  registerEndpoint(contactContract.sendLink, async (context) => ({ message: await sendEmailLink(context, options) }))
  registerEndpoint(contactContract.verifyEmail, async (context, { body }) => ({
    message: await verifyEmail(context, body.token),
  }))
  registerEndpoint(contactContract.sendCode, async (context) => ({ message: await sendPhoneCode(context, options) }))
  registerEndpoint(contactContract.verifyPhone, async (context, { body }) => ({
    message: await verifyPhone(context, body.code),
  }))
}
