import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { htmlBody, plainBody, type MailBody } from '#shared/messages/mail-body.ts'
import type { StopReason } from '#shared/webhooks/delivery.ts'
import { stoppedMailMessages as s } from '#shared/webhooks/messages.ts'
import { findAddressee, letterheadOf, mailWith, skip, type Composer } from './composer.ts'

/** Composes the e-mail that tells an admin that a webhook was switched off. */
export const composeWebhookStopped: Composer = async (tx, message, { publicUrl }) => {
  const person = await findAddressee(tx, message.subject_id)
  if (person?.role !== 'admin') return skip('superseded')
  if (person.email === null) return skip('no-email')
  const { host, because } = message.parameters as { host: string; because: StopReason }
  const clinic = await clinicProfile(tx, message.branch_id)
  const body: MailBody = {
    ...(await letterheadOf(tx, message.branch_id, clinic, publicUrl)),
    paragraphs: [s.hello(person.name), s.reasons[because](host), s.consequence],
    action: publicUrl === undefined ? undefined : { label: s.open, url: `${publicUrl}/settings/developers` },
    after: [s.why],
  }
  const composed = { subject: s.subject(host), text: plainBody(body), html: htmlBody(body) }
  return { kind: 'email', mail: mailWith(message, { name: person.heading, address: person.email }, clinic, composed) }
}
