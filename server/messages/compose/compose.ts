import { clinicProfile } from '#server/clinic/service.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Mail } from '#server/messages/transport/mailer.ts'
import type { Person } from '#server/people/find-person.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { htmlBody, plainBody, type MailBody } from '#shared/messages/mail-body.ts'
import { mailMessages as s } from '#shared/messages/mail-messages.ts'
import { isAccountOccasion, isPaperOccasion, isVisitOccasion, type Occasion } from '#shared/messages/occasions.ts'
import { plainSms } from '#shared/messages/template.ts'
import { findAddressee } from './addressee.ts'
import { composeAccount } from './compose-account.ts'
import { composeOffer } from './compose-offer.ts'
import { composeVisit, mailWith } from './compose-visit.ts'
import { composePaper } from './compose-paper.ts'
import { letterheadOf } from './letterhead.ts'
import { composeFollowUp } from '#server/messages/follow-up.ts'
import { composeWaiting } from '#server/messages/waiting-requests.ts'

/** A message as it leaves, or why it does not: a code of `reasonMessages`. */
export type Composed =
  { kind: 'email'; mail: Mail } | { kind: 'sms'; to: string; text: string } | { kind: 'skip'; reason: string }

export type ComposeOptions = {
  now: Date
  /** The address people use: links lead there. */
  publicUrl: string | undefined
  /** The sender of e-mails, whom calendars name as organizer. */
  from: string | undefined
}

/** A test goes to whoever has asked for it. */
async function composeTest(tx: ReadTx, message: ClaimedMessage, person: Person, publicUrl?: string): Promise<Composed> {
  const clinic = await clinicProfile(tx, message.branch_id)
  if (message.channel === 'sms') {
    const to = mobileOf(person.contact_number)
    return to === null
      ? { kind: 'skip', reason: 'no-mobile' }
      : { kind: 'sms', to, text: plainSms(s.testSms(clinic.name)) }
  }
  const { name, email } = person
  if (email === null) return { kind: 'skip', reason: 'no-email' }
  const body: MailBody = {
    ...(await letterheadOf(tx, message.branch_id, clinic, publicUrl)),
    paragraphs: [s.testBody],
    after: [],
  }
  const composed = { subject: s.testSubject(clinic.name), text: plainBody(body), html: htmlBody(body) }
  return { kind: 'email', mail: mailWith(message, { name, address: email }, clinic, composed) }
}

/** Reads what a message is about as it stands now, and writes its text. Throws for an occasion that there is not. */
export async function compose(tx: Tx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  const occasion = message.occasion as Occasion
  if (occasion === 'offer') return composeOffer(tx, message, options)
  if (occasion === 'follow_up') return composeFollowUp(tx, message, options)
  if (occasion === 'requests_waiting') return composeWaiting(tx, message, options)
  if (isVisitOccasion(occasion)) return composeVisit(tx, message, occasion, options)
  if (isAccountOccasion(occasion)) return composeAccount(tx, message, occasion, options)
  const person = await findAddressee(tx, message.subject_id)
  if (!person) return { kind: 'skip', reason: 'no-email' }
  if (isPaperOccasion(occasion)) return composePaper(tx, message, person, options)
  if (occasion === 'test') return composeTest(tx, message, person, options.publicUrl)
  throw new Error(`There is no occasion ${String(occasion satisfies never)}.`)
}
