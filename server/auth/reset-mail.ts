import { footOf, htmlBody, plainBody, type MailBody } from '#server/lib/mail-body.ts'
import type { Mail } from '#server/lib/mailer.ts'
import { mailMessages as s } from '#shared/auth/mail-messages.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { userMessages } from '#shared/users/messages.ts'
import { EMAILED_MINUTES } from './reset-links.ts'
import { VERIFY_HOURS } from './verify-email.ts'

type LinkMail = {
  clinic: { name: string; address: string; phone: string }
  to: { name: string; address: string }
  link: string
}

/** The email that brings the link to set a new password. */
export function resetMail({ clinic, to, link }: LinkMail): Mail {
  const body: MailBody = {
    heading: clinic.name,
    greeting: s.greeting(to.name),
    paragraphs: [s.resetAsked(clinic.name), s.resetOnce(EMAILED_MINUTES)],
    action: { label: s.resetAction, url: link },
    after: [s.resetNotYou],
    foot: footOf(clinic),
  }
  return mailOf(clinic.name, to, s.resetSubject(clinic.name), body)
}

const mailOf = (fromName: string, to: Mail['to'], subject: string, body: MailBody): Mail => ({
  fromName,
  to,
  subject,
  text: plainBody(body),
  html: htmlBody(body),
})

type InvitationMail = LinkMail & { by: string; role: Role; until: Date }

/** The email that brings the link with which somebody of the staff chooses the first password. */
export function invitationMail({ clinic, to, link, by, role, until }: InvitationMail): Mail {
  const body: MailBody = {
    heading: clinic.name,
    greeting: s.greeting(to.name),
    paragraphs: [s.invited(by, clinic.name, userMessages.roles[role]), s.inviteOnce(formatInstant(until))],
    action: { label: s.inviteAction, url: link },
    after: [s.inviteLogIn(to.address), s.inviteNotYou],
    foot: footOf(clinic),
  }
  return mailOf(clinic.name, to, s.inviteSubject(clinic.name), body)
}

/** The email that brings the link to confirm the address that it reaches. */
export function verificationMail({ clinic, to, link }: LinkMail): Mail {
  const body: MailBody = {
    heading: clinic.name,
    greeting: s.greeting(to.name),
    paragraphs: [s.verifyAsked(clinic.name), s.verifyOnce(VERIFY_HOURS)],
    action: { label: s.verifyAction, url: link },
    after: [s.verifyNotYou],
    foot: footOf(clinic),
  }
  return mailOf(clinic.name, to, s.verifySubject(clinic.name), body)
}
