import { footOf, htmlBody, plainBody, type MailBody } from '#server/lib/mail-body.ts'
import type { Mail } from '#server/lib/mailer.ts'
import { mailMessages as s } from '#shared/auth/mail-messages.ts'
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
