import { appointmentsByIds, type AppointmentRow } from '#server/appointments/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { Tx } from '#server/db/pool.ts'
import { isFollowUpLate, requestsWaitingTooLong } from '#server/messages/due-messages.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import * as queries from '#server/messages/queries.ts'
import { unsubscribeLinks } from '#server/messages/unsubscribe.ts'
import { wantsNews } from '#server/privacy/news.ts'
import { openOffer } from '#server/waitlist/public.ts'
import { formatInstant, manilaTime } from '#shared/lib/manila-time.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { htmlBody, plainBody, type MailBody } from '#shared/messages/mail-body.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import type { MessageType } from '#shared/messages/message-types.ts'
import { plainSms } from '#shared/messages/template.ts'
import { composeAccountMail, composePhoneCode } from './compose-account.ts'
import { composeForms } from './compose-forms.ts'
import { composeDeposit } from './compose-deposit.ts'
import { composeGiftCard } from './compose-gift-card.ts'
import { composePackageNotice } from './compose-package.ts'
import { composePaper } from './compose-paper.ts'
import { composeSummary } from './compose-summary.ts'
import { composeWebhookStopped } from './compose-webhook.ts'
import { composeVisit, valuesOf } from './compose-visit.ts'
import {
  clinicValues,
  findAddressee,
  letterheadOf,
  mailWith,
  skip,
  writeMail,
  writeSms,
  type Addressee,
  type ComposeOptions,
  type Composed,
  type Composer,
} from './composer.ts'

/** Composes the offer of a reserved time to a client on the waitlist. */
const composeOffer: Composer = async (tx, message, options) => {
  const offer = await openOffer(tx, message.subject_id)
  if (offer?.made_at.getTime() !== message.version) return skip('superseded')
  if (offer.ends_at <= options.now) return skip('passed')
  const person = await findAddressee(tx, offer.user_id)
  if (!person) return skip('no-email')
  const clinic = await clinicProfile(tx, message.branch_id)
  const named = { visit: offer, name: person.name, clinic, until: manilaTime(offer.ends_at) }
  const about = { occasion: 'offer', values: valuesOf(named, message.channel) } as const
  if (message.channel === 'sms') return writeSms(tx, message, { ...about, number: person.contact_number })
  if (person.email === null) return skip('no-email')
  const to = { name: person.heading, address: person.email }
  return { kind: 'email', mail: await writeMail(tx, message, options, { ...about, to, clinic }) }
}

type FollowUp = { message: ClaimedMessage; visit: AppointmentRow; person: Addressee; options: ComposeOptions }

async function followUpMail(tx: Tx, { message, visit, person, options }: FollowUp): Promise<Composed> {
  const { publicUrl, now } = options
  const { id, name, heading, email } = person
  if (email === null) return skip('no-email')
  // Without a web address no one could unsubscribe, so no follow-up is sent.
  if (publicUrl === undefined) return skip('no-address')
  const clinic = await clinicProfile(tx, message.branch_id)
  const links = await unsubscribeLinks(tx, now, { id, email }, publicUrl)
  const mail = await writeMail(tx, message, options, {
    occasion: 'follow_up',
    to: { name: heading, address: email },
    clinic,
    values: valuesOf({ visit, name, clinic }, 'email'),
    frame: { unsubscribe: links.page },
  })
  return { kind: 'email', mail: { ...mail, unsubscribe: links.oneClick } }
}

/** Composes the follow-up, which asks clients a day after their visit how they are. */
const composeFollowUp: Composer = async (tx, message, options) => {
  const [visit] = await appointmentsByIds(tx, [message.subject_id])
  if (visit?.status !== 'completed') return skip('superseded')
  if (isFollowUpLate(visit.appointment_date, options.now)) return skip('passed')
  const person = await findAddressee(tx, visit.user_id)
  if (!person || !(await wantsNews(tx, person.id, message.channel))) return skip('no-opt-in')
  if (message.channel === 'email') return followUpMail(tx, { message, visit, person, options })
  const clinic = await clinicProfile(tx, message.branch_id)
  const values = valuesOf({ visit, name: person.name, clinic }, 'sms')
  return writeSms(tx, message, { occasion: 'follow_up', number: person.contact_number, values })
}

/** The values for the text about requests that have waited too long. */
export const requestValues = (requests: number, hours: number, oldest: Date) => ({
  requests: s.requests(requests),
  hours: s.hours(hours),
  oldest: formatInstant(oldest),
})

/** Notifies staff how many requests have waited too long at the time of sending. The message contains no names. */
const composeWaiting: Composer = async (tx, message, options) => {
  const { request_hours: hours } = await queries.requestSetting(tx, message.branch_id)
  const late = await requestsWaitingTooLong(tx, message.branch_id, hours, options.now)
  const [oldest] = late
  if (!oldest) return skip('superseded')
  const clinic = await clinicProfile(tx, message.branch_id)
  if (clinic.email === '') return skip('no-email')
  const mail = await writeMail(tx, message, options, {
    occasion: 'requests_waiting',
    to: { name: clinic.name, address: clinic.email },
    clinic,
    values: { ...clinicValues(clinic), ...requestValues(late.length, hours, oldest) },
  })
  return { kind: 'email', mail }
}

/** Composes a test message for the user who requested it. */
const composeTest: Composer = async (tx, message, { publicUrl }) => {
  const person = await findAddressee(tx, message.subject_id)
  if (!person) return skip('no-email')
  const clinic = await clinicProfile(tx, message.branch_id)
  if (message.channel === 'sms') {
    const to = mobileOf(person.contact_number)
    return to === null ? skip('no-mobile') : { kind: 'sms', to, text: plainSms(s.testSms(clinic.name)) }
  }
  const { name, email } = person
  if (email === null) return skip('no-email')
  const body: MailBody = {
    ...(await letterheadOf(tx, message.branch_id, clinic, publicUrl)),
    paragraphs: [s.testBody],
    after: [],
  }
  const composed = { subject: s.testSubject(clinic.name), text: plainBody(body), html: htmlBody(body) }
  return { kind: 'email', mail: mailWith(message, { name, address: email }, clinic, composed) }
}

/** The composer of each message type. */
const composers: Readonly<Record<MessageType, Composer>> = {
  booked: composeVisit('booked'),
  confirmed: composeVisit('confirmed'),
  declined: composeVisit('declined'),
  lapsed: composeVisit('lapsed'),
  moved: composeVisit('moved'),
  must_move: composeVisit('must_move'),
  cancelled: composeVisit('cancelled'),
  reminder_24h: composeVisit('reminder_24h'),
  reminder_2h: composeVisit('reminder_2h'),
  offer: composeOffer,
  follow_up: composeFollowUp,
  package_expires: composePackageNotice,
  deposit_asked: composeDeposit('deposit_asked'),
  deposit_refused: composeDeposit('deposit_refused'),
  requests_waiting: composeWaiting,
  receipt: composePaper,
  void: composePaper,
  refund: composePaper,
  password_reset: composeAccountMail('password_reset'),
  invitation: composeAccountMail('invitation'),
  email_verification: composeAccountMail('email_verification'),
  email_known: composeAccountMail('email_known'),
  email_changed: composeAccountMail('email_changed'),
  phone_code: composePhoneCode,
  test: composeTest,
  forms: composeForms,
  gift_card: composeGiftCard,
  daily_summary: composeSummary,
  webhook_stopped: composeWebhookStopped,
}

/** Composes a message. Throws for a message type that this version of Mutya does not know. */
export async function compose(tx: Tx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  if (!Object.hasOwn(composers, message.occasion)) throw new Error(`There is no occasion ${message.occasion}.`)
  return composers[message.occasion](tx, message, options)
}
