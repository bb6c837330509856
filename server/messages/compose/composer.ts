import { brandColour } from '#server/clinic/clinic-profile.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { Mail } from '#server/messages/transport/mailer.ts'
import { personOfMessage } from '#server/messages/views.ts'
import { findClientOf, findPerson, type Person } from '#server/people/find-person.ts'
import { findVerified } from '#server/people/verified-contact.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { letterhead, type Letterhead } from '#shared/messages/mail-body.ts'
import { composeMail, type ComposedMail, type MailFrame } from '#shared/messages/mail-frame.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import type { EmailMessageType, TemplateType } from '#shared/messages/message-types.ts'
import { composeSms, type TemplateValues } from '#shared/messages/template.ts'
import { templateOf } from './templates.ts'

/** A composed message, or the reason for skipping it: a code of `reasonMessages`. */
export type Composed =
  | { kind: 'email'; mail: Mail }
  | { kind: 'sms'; to: string; text: string }
  | { kind: 'skip'; reason: string }

export type ComposeOptions = {
  now: Date
  /** The public web address, used for links. */
  publicUrl: string | undefined
  /** The sender address of e-mails, which calendars name as organizer. */
  from: string | undefined
}

/** Reads the current state of the message's subject and writes the message for its channel. */
export type Composer = (tx: Tx, message: ClaimedMessage, options: ComposeOptions) => Promise<Composed>

export const skip = (reason: string): Composed => ({ kind: 'skip', reason })

/**
 * The recipient of a message. `heading` is the name for the header of the e-mail, which may be empty; `name` is the one
 * for the text.
 */
export type Addressee = Person & { heading: string }

/** True for a registered client with an unconfirmed e-mail, who may have entered somebody else's e-mail and name. */
const isUnconfirmed = async (tx: ReadTx, { id, role, password_hash }: Person): Promise<boolean> =>
  role === 'client' && password_hash !== null && !(await findVerified(tx, id))?.email_verified_at

/** True when a message goes to an unconfirmed client whom the clinic does not know either. */
export async function isToUnknownPerson(tx: ReadTx, message: ClaimedMessage): Promise<boolean> {
  const id = await personOfMessage(tx, message.branch_id, message.id)
  const person = id === undefined ? undefined : await findPerson(tx, id)
  if (!person || !(await isUnconfirmed(tx, person))) return false
  return (await findClientOf(tx, person.id))?.proven_at === null
}

/**
 * Finds the recipient of a message; undefined if the person is unknown or their account is closed. Anybody can register
 * with any name and e-mail, so messages omit the name until the e-mail is confirmed.
 */
export async function findAddressee(tx: ReadTx, personId: string): Promise<Addressee | undefined> {
  const person = await findPerson(tx, personId)
  if (!person) return undefined
  const isNamed = !(await isUnconfirmed(tx, person))
  return isNamed ? { ...person, heading: person.name } : { ...person, name: s.unnamed, heading: '' }
}

/** The header and footer of the clinic's e-mails, in its colour. */
export const letterheadOf = async (
  tx: ReadTx,
  branchId: string,
  clinic: ClinicProfile,
  publicUrl: string | undefined,
): Promise<Letterhead> => letterhead({ ...clinic, colour: await brandColour(tx, branchId) }, publicUrl)

/** An e-mail from the clinic, with its message's id. Replies go to the clinic's own e-mail if it has one. */
export const mailWith = (
  message: ClaimedMessage,
  to: Mail['to'],
  clinic: Pick<ClinicProfile, 'name' | 'email'>,
  composed: ComposedMail,
): Mail => ({
  id: message.id,
  fromName: clinic.name,
  ...(clinic.email !== '' && { replyTo: clinic.email }),
  to,
  ...composed,
})

type Writing = {
  occasion: EmailMessageType
  to: Mail['to']
  clinic: ClinicProfile
  values: TemplateValues
  /** The content of the e-mail in addition to the clinic's text. */
  frame?: Omit<MailFrame, 'letterhead' | 'origin'> & { letterhead?: Partial<Letterhead> }
}

/** Writes an e-mail with the clinic's text for its message type, under the clinic's letterhead. */
export async function writeMail(
  tx: ReadTx,
  message: ClaimedMessage,
  { publicUrl }: Pick<ComposeOptions, 'publicUrl'>,
  { occasion, to, clinic, values, frame }: Writing,
): Promise<Mail> {
  const template = await templateOf(tx, message.branch_id, occasion, 'email')
  const usual = await letterheadOf(tx, message.branch_id, clinic, publicUrl)
  const composed = composeMail(occasion, template, values, {
    ...frame,
    letterhead: { ...usual, ...frame?.letterhead },
    origin: publicUrl,
  })
  return mailWith(message, to, clinic, composed)
}

/** Writes an SMS with the clinic's text for its message type. Skipped if the number is not a mobile number. */
export async function writeSms(
  tx: ReadTx,
  message: ClaimedMessage,
  { occasion, number, values }: { occasion: TemplateType; number: string | null; values: TemplateValues },
): Promise<Composed> {
  const to = mobileOf(number)
  if (to === null) return skip('no-mobile')
  const { body } = await templateOf(tx, message.branch_id, occasion, 'sms')
  return { kind: 'sms', to, text: composeSms(occasion, body, values) }
}

/** The values that texts may use for the clinic. */
export const clinicValues = ({ name, phone, address }: { name: string; phone: string; address: string }) => ({
  clinic: name,
  phone,
  address,
})
