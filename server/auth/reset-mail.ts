import { footOf, htmlBody, plainBody, type MailBody } from '#server/lib/mail-body.ts'
import type { Mail } from '#server/lib/mailer.ts'
import { mailMessages as s } from '#shared/auth/mail-messages.ts'
import { EMAILED_MINUTES } from './reset-links.ts'

type ResetMail = {
  clinic: { name: string; address: string; phone: string }
  to: { name: string; address: string }
  link: string
}

/** The email that brings the link to set a new password. */
export function resetMail({ clinic, to, link }: ResetMail): Mail {
  const body: MailBody = {
    heading: clinic.name,
    greeting: s.greeting(to.name),
    paragraphs: [s.resetAsked(clinic.name), s.resetOnce(EMAILED_MINUTES)],
    action: { label: s.resetAction, url: link },
    after: [s.resetNotYou],
    foot: footOf(clinic),
  }
  return {
    fromName: clinic.name,
    to,
    subject: s.resetSubject(clinic.name),
    text: plainBody(body),
    html: htmlBody(body),
  }
}
