import { visitsByIds, type AppointmentRow } from '#server/appointments/service.ts'
import { clinicProfile } from '#server/clinic/service.ts'
import { saveMessages, type ClaimedMessage, type NewMessage } from '#server/messages/outbox/outbox.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { wantsNews } from '#server/privacy/news.ts'
import { addDays, manilaDate, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { composeMail } from '#shared/messages/mail-frame.ts'
import { CHANNELS, type Channel, type Channels } from '#shared/messages/occasions.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'
import { composeSms } from '#shared/messages/template.ts'
import { findAddressee, type Addressee } from './compose/addressee.ts'
import type { Composed, ComposeOptions } from './compose/compose.ts'
import { mailWith, valuesOf } from './compose/compose-visit.ts'
import { letterheadOf } from './compose/letterhead.ts'
import * as queries from './queries.ts'
import { isOn, templateOf } from './compose/templates.ts'
import { unsubscribeLinks } from './unsubscribe.ts'

const OCCASION = 'follow_up' as const
/** From this time of the day after the visit; until its evening. */
const FROM = '10:00:00'
/** Follow-ups that are written in one transaction. */
const AT_ONCE = 500

/** A follow-up leaves on the day after the visit, or not at all. */
const isTooLate = (visitDate: CivilDate, at: Date): boolean => manilaDate(at) > addDays(visitDate, 1)

type Options = { branchId: string; channels: Channels; now: Date }

async function writeSome(tx: Tx, channel: Channel, { branchId, channels, now }: Options): Promise<number> {
  if (!(await isOn(tx, branchId, OCCASION, channel))) return 0
  const today = manilaDate(now)
  // What was not told because nothing ran then is written too, as skipped.
  const days = { from: addDays(today, -2), to: addDays(today, -1) }
  const visits = await queries.visitsToFollowUp(tx, { branchId, channel, ...days, limit: AT_ONCE })
  const leaves = sendingTime({ occasion: OCCASION, channel }, now)
  const messages = visits.map(({ id, appointment_date }): NewMessage => ({
    branchId,
    occasion: OCCASION,
    only: channel,
    subjectId: id,
    version: 1,
    ...(isTooLate(appointment_date, leaves) && { skipped: 'passed' }),
  }))
  await saveMessages(tx, { messages, channels, now })
  return visits.length
}

/**
 * Writes to those who were here the day before and want news, once for the visits of a day, on each way that is switched
 * on. Answers how many.
 */
export async function followUp(db: Database, options: Options): Promise<number> {
  if (manilaTime(options.now) < FROM) return 0
  let all = 0
  for (const channel of CHANNELS)
    for (;;) {
      const written = await inTransaction(db, (tx) => writeSome(tx, channel, options))
      all += written
      if (written < AT_ONCE) break
    }
  return all
}

type Told = { message: ClaimedMessage; visit: AppointmentRow; person: Addressee; options: ComposeOptions }

async function mailOf(tx: Tx, { message, visit, person, options }: Told): Promise<Composed> {
  const { publicUrl, now } = options
  const { name, heading, email } = person
  if (email === null) return { kind: 'skip', reason: 'no-email' }
  // Without an address nobody could end it.
  if (publicUrl === undefined) return { kind: 'skip', reason: 'no-address' }
  const clinic = await clinicProfile(tx, message.branch_id)
  const template = await templateOf(tx, message.branch_id, OCCASION, 'email')
  const links = await unsubscribeLinks(tx, now, { id: person.id, email }, publicUrl)
  const composed = composeMail(OCCASION, template, valuesOf({ visit, name, clinic }, 'email'), {
    letterhead: await letterheadOf(tx, message.branch_id, clinic, publicUrl),
    origin: publicUrl,
    unsubscribe: links.page,
  })
  const mail = mailWith(message, { name: heading, address: email }, clinic, composed)
  return { kind: 'email', mail: { ...mail, unsubscribe: links.oneClick } }
}

async function smsOf(tx: Tx, { message, visit, person }: Told): Promise<Composed> {
  const to = mobileOf(person.contact_number)
  if (to === null) return { kind: 'skip', reason: 'no-mobile' }
  const clinic = await clinicProfile(tx, message.branch_id)
  const { body } = await templateOf(tx, message.branch_id, OCCASION, 'sms')
  return { kind: 'sms', to, text: composeSms(OCCASION, body, valuesOf({ visit, name: person.name, clinic }, 'sms')) }
}

/** How somebody is the day after, in the clinic's words; or why they are not asked any more. */
export async function composeFollowUp(tx: Tx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  const [visit] = await visitsByIds(tx, [message.subject_id])
  if (visit?.status !== 'completed') return { kind: 'skip', reason: 'superseded' }
  if (isTooLate(visit.appointment_date, options.now)) return { kind: 'skip', reason: 'passed' }
  const person = await findAddressee(tx, visit.user_id)
  if (!person || !(await wantsNews(tx, person.id, message.channel))) return { kind: 'skip', reason: 'no-opt-in' }
  const told = { message, visit, person, options }
  return message.channel === 'sms' ? smsOf(tx, told) : mailOf(tx, told)
}
