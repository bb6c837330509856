import { issueInvitationLink, issueResetLink, resetLinkOf } from '#server/auth/reset-links.ts'
import { issueEmailLink, verifyLinkOf } from '#server/auth/verify-email.ts'
import { issuePhoneCode } from '#server/auth/verify-phone.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { Tx } from '#server/db/pool.ts'
import { findPerson } from '#server/people/find-person.ts'
import { findVerified } from '#server/people/verified-contact.ts'
import { EMAILED_MINUTES } from '#shared/auth/link-times.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { durationOf } from '#shared/messages/mail-frame.ts'
import type { TemplateValues } from '#shared/messages/template.ts'
import { userMessages } from '#shared/users/messages.ts'
import {
  clinicValues,
  findAddressee,
  skip,
  writeMail,
  writeSms,
  type Addressee,
  type ComposeOptions,
  type Composer,
} from './composer.ts'

/**
 * The personal link or code of a message, and the values for its text in addition to those of the person and the
 * clinic.
 */
type Issued = { link?: string; values: TemplateValues }
type Recipient = Addressee & { email: string }
type Issue = (tx: Tx, to: Recipient, options: ComposeOptions) => Promise<Issued | null>

const passwordReset: Issue = async (tx, { id }, { now, publicUrl }) => {
  const { token } = await issueResetLink(tx, now, id, { minutes: EMAILED_MINUTES })
  return { link: resetLinkOf(token, publicUrl), values: { duration: durationOf('password_reset') } }
}

/**
 * Issues the link of an invitation; returns null, so that nothing is sent, if the invitation was accepted or revoked
 * meanwhile.
 */
const invitation: Issue = async (tx, { id, email, role }, { now, publicUrl }) => {
  const issued = await issueInvitationLink(tx, now, id)
  if (!issued) return null
  const inviter = await findPerson(tx, issued.invitedBy)
  return {
    link: resetLinkOf(issued.token, publicUrl),
    values: {
      // If the inviter's account is closed, the clinic is named instead.
      ...(inviter && { inviter: inviter.name }),
      role: userMessages.roles[role],
      deadline: formatInstant(issued.expiresAt),
      email,
    },
  }
}

/**
 * Issues the link that confirms an e-mail; returns null, so that nothing is sent, if the e-mail was confirmed
 * meanwhile.
 */
const emailVerification: Issue = async (tx, { id }, { now, publicUrl }) => {
  if ((await findVerified(tx, id))?.email_verified_at) return null
  const token = await issueEmailLink(tx, now, id)
  return { link: verifyLinkOf(token, publicUrl), values: { duration: durationOf('email_verification') } }
}

/** Issues no token, because messages of this kind link to the public log-in page. */
const publicLogIn: Issue = () => Promise.resolve({ values: {} })

const issuers = {
  password_reset: passwordReset,
  invitation,
  email_verification: emailVerification,
  email_known: publicLogIn,
  email_changed: publicLogIn,
}
type AccountMail = keyof typeof issuers

/**
 * The recipient's address. Links go to the e-mail with which the person logs in; the message about a changed e-mail
 * goes to the address that was replaced.
 */
function addressOf(person: Addressee, { parameters }: ClaimedMessage, occasion: AccountMail): string | null {
  if (occasion === 'email_changed') return (parameters as { to: string }).to
  return occasion === 'password_reset' && person.email_waits ? person.log_in_email : person.email
}

/**
 * Composes an e-mail with an access link. The link is created when the e-mail is sent, so the outbox never stores one.
 */
export const composeAccountMail =
  (occasion: AccountMail): Composer =>
  async (tx, message, options) => {
    const person = await findAddressee(tx, message.subject_id)
    const email = person && addressOf(person, message, occasion)
    if (!person || !email) return skip('no-email')
    const { name } = person
    const issued = await issuers[occasion](tx, { ...person, email }, options)
    if (!issued) return skip('superseded')
    const clinic = await clinicProfile(tx, message.branch_id)
    const to = { name: person.heading, address: email }
    const values = { ...clinicValues(clinic), inviter: clinic.name, name, ...issued.values }
    const frame = { link: issued.link }
    return { kind: 'email', mail: await writeMail(tx, message, options, { occasion, to, clinic, values, frame }) }
  }

/**
 * Composes the SMS with a confirmation code. The code is created when the SMS is sent, so the outbox never stores one.
 */
export const composePhoneCode: Composer = async (tx, message, { now }) => {
  const found = await findVerified(tx, message.subject_id)
  const number = mobileOf(found?.contact_number ?? null)
  if (number === null) return skip('no-mobile')
  if (found?.phone_verified_at) return skip('superseded')
  const clinic = await clinicProfile(tx, message.branch_id)
  const code = await issuePhoneCode(tx, now, message.subject_id)
  const values = { ...clinicValues(clinic), code, duration: durationOf('phone_code') }
  return writeSms(tx, message, { occasion: 'phone_code', number, values })
}
