import { EMAILED_MINUTES, issueInvitationLink, issueResetLink, resetLinkOf } from '#server/auth/reset-links.ts'
import { invitationMail, resetMail, verificationMail } from '#server/auth/reset-mail.ts'
import { issueEmailLink, verifyLinkOf } from '#server/auth/verify-email.ts'
import { CODE_MINUTES, issuePhoneCode } from '#server/auth/verify-phone.ts'
import { clinicProfile } from '#server/clinic/service.ts'
import type { ClaimedMessage } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/pool.ts'
import { footOf, htmlBody, plainBody, type MailBody } from '#server/lib/mail-body.ts'
import type { Mail } from '#server/lib/mailer.ts'
import { findPerson } from '#server/people/find-person.ts'
import { findVerified } from '#server/people/verified-contact.ts'
import { documentReceipt } from '#server/sales/read-receipt.ts'
import { mailMessages as authMails } from '#shared/auth/mail-messages.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { mailMessages as s } from '#shared/messages/mail-messages.ts'
import { isVisitOccasion, type PromptOccasion } from '#shared/messages/occasions.ts'
import { plainSms } from '#shared/messages/template.ts'
import { receiptNumber, receiptText } from '#shared/sales/receipt.ts'
import { composeOffer } from './compose-offer.ts'
import { composeVisit } from './compose-visit.ts'
import { composeWaiting } from './waiting-requests.ts'

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

type Recipient = { id: string; name: string; email: string }
type Compose = (tx: Tx, message: ClaimedMessage, to: Recipient, options: ComposeOptions) => Promise<Mail | null>
type MailOccasion = Exclude<PromptOccasion, 'phone_code' | 'requests_waiting'>

const mailOf = (clinic: ClinicProfile, to: Recipient, subject: string, body: MailBody): Mail => ({
  fromName: clinic.name,
  to: { name: to.name, address: to.email },
  subject,
  text: plainBody(body),
  html: htmlBody(body),
})

/** The link is made when it leaves: no row of the outbox holds one. */
const passwordReset: Compose = async (tx, { branch_id }, to, { now, publicUrl }) => {
  const { token } = await issueResetLink(tx, now, to.id, EMAILED_MINUTES)
  const clinic = await clinicProfile(tx, branch_id)
  return resetMail({ clinic, to: { name: to.name, address: to.email }, link: resetLinkOf(token, publicUrl) })
}

/** Of an invitation that was accepted or revoked meanwhile nothing is sent. */
const invitation: Compose = async (tx, { branch_id }, to, { now, publicUrl }) => {
  const issued = await issueInvitationLink(tx, now, to.id)
  const person = await findPerson(tx, to.id)
  if (!issued || !person) return null
  const inviter = await findPerson(tx, issued.invitedBy)
  const clinic = await clinicProfile(tx, branch_id)
  return invitationMail({
    clinic,
    to: { name: to.name, address: to.email },
    link: resetLinkOf(issued.token, publicUrl),
    by: inviter?.name ?? clinic.name,
    role: person.role as Role,
    until: issued.expiresAt,
  })
}

/** Whoever has confirmed the address meanwhile needs no link. */
const emailVerification: Compose = async (tx, { branch_id }, to, { now, publicUrl }) => {
  if ((await findVerified(tx, to.id))?.email_verified_at) return null
  const token = await issueEmailLink(tx, now, to.id)
  const clinic = await clinicProfile(tx, branch_id)
  return verificationMail({ clinic, to: { name: to.name, address: to.email }, link: verifyLinkOf(token, publicUrl) })
}

/** The code is made when it leaves, as a link is. */
async function phoneCode(tx: Tx, { branch_id, subject_id }: ClaimedMessage, now: Date): Promise<Composed> {
  const found = await findVerified(tx, subject_id)
  const to = mobileOf(found?.contact_number ?? null)
  if (to === null) return { kind: 'skip', reason: 'no-mobile' }
  if (found?.phone_verified_at) return { kind: 'skip', reason: 'superseded' }
  const clinic = await clinicProfile(tx, branch_id)
  const code = await issuePhoneCode(tx, now, subject_id)
  return { kind: 'sms', to, text: plainSms(authMails.phoneCode(clinic.name, code, CODE_MINUTES)) }
}

const test: Compose = async (tx, { branch_id }, to) => {
  const clinic = await clinicProfile(tx, branch_id)
  const body: MailBody = { heading: clinic.name, paragraphs: [s.testBody], after: [], foot: footOf(clinic) }
  return mailOf(clinic, to, s.testSubject(clinic.name), body)
}

const receipt: Compose = async (tx, { branch_id, parameters }, to, { now }) => {
  const { document_id: id } = parameters as { document_id: string }
  const found = await documentReceipt(tx, id)
  const text = receiptText(found, now)
  const clinic = await clinicProfile(tx, branch_id)
  const body: MailBody = {
    heading: text.clinic,
    greeting: s.receiptThanks(to.name),
    paragraphs: [s.receiptBody, ...(text.mark ? [text.mark] : []), text.heading],
    facts: [
      ...text.facts.map(({ label, value }) => [label, value] as const),
      ...text.items.map(({ name, detail, amount }) => [name, `${detail} = ${amount}`] as const),
      ...text.sums.map(({ label, value }) => [label, value] as const),
    ],
    after: [text.foot],
    foot: [text.clinic, ...text.clinicLines],
  }
  return mailOf(clinic, to, s.receiptSubject(receiptNumber(found.receipt_number), text.clinic), body)
}

const composers: Record<MailOccasion, Compose> = {
  password_reset: passwordReset,
  email_verification: emailVerification,
  invitation,
  receipt,
  test,
}

/** Reads what a message is about as it stands now, and writes its text. Throws for an occasion that there is not. */
export async function compose(tx: Tx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  if (message.occasion === 'offer') return composeOffer(tx, message, options)
  if (message.occasion === 'requests_waiting') return composeWaiting(tx, message, options)
  if (isVisitOccasion(message.occasion)) return composeVisit(tx, message, message.occasion, options)
  if (message.occasion === 'phone_code') return phoneCode(tx, message, options.now)
  const person = await findPerson(tx, message.subject_id)
  if (!person?.email) return { kind: 'skip', reason: 'no-email' }
  const to = { id: person.id, name: person.name, email: person.email }
  const mail = await composers[message.occasion as MailOccasion](tx, message, to, options)
  return mail ? { kind: 'email', mail: { ...mail, id: message.id } } : { kind: 'skip', reason: 'superseded' }
}
