import { appointmentsByIds, type AppointmentRow } from '#server/appointments/public.ts'
import { clinicProfile, selfService } from '#server/clinic/clinic-profile.ts'
import { recordNotifiedStart, type ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { Mail } from '#server/messages/transport/mailer.ts'
import { selfServiceMessages } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import type { SelfServicePolicy } from '#shared/clinic/booking-rules.ts'
import { formatDay, formatLongDate, formatTime, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import { uselessFrom, type Channel, type VisitMessageType } from '#shared/messages/message-types.ts'
import type { VisitValues } from '#shared/messages/template.ts'
import { calendarText, organizerOf, type CalendarEntry } from '#server/messages/calendar-file.ts'
import {
  findAddressee,
  skip,
  writeMail,
  writeSms,
  type Addressee,
  type ComposeOptions,
  type Composed,
  type Composer,
} from './composer.ts'
import { notifiedBefore } from '#server/messages/views.ts'
import { depositSentence } from './compose-deposit.ts'
import { missingFormsLink } from './compose-forms.ts'
import { visitLinkOf } from '#server/messages/visit-link.ts'

/** Returns the service names of a visit as messages show them. */
export const serviceNames = ({ service_name, further }: Pick<Named, 'service_name' | 'further'>): string =>
  [service_name, ...(further ?? []).map((each) => each.service_name)].join(', ')

/** Returns the practitioners of a visit, each once; empty if none is chosen. */
const practitionersOf = ({ practitioner_name, further }: Named): string =>
  [...new Set([practitioner_name, ...(further ?? []).map((each) => each.practitioner_name)])]
    .filter((name) => name !== null)
    .join(', ')

/**
 * The statuses of a visit in which a message of each type is still correct. In all other statuses a later message
 * replaces it.
 */
export const STATUSES_OF_MESSAGE: Readonly<Record<VisitMessageType, readonly string[]>> = {
  booked: ['pending'],
  confirmed: ['confirmed', 'resched', 'on-going', 'completed'],
  declined: ['cancelled'],
  lapsed: ['cancelled'],
  moved: ['pending', 'confirmed', 'resched', 'on-going', 'completed'],
  must_move: ['pending', 'confirmed', 'resched'],
  cancelled: ['cancelled'],
  reminder_24h: ['confirmed', 'resched'],
  reminder_2h: ['confirmed', 'resched'],
}

const isReminder = (occasion: VisitMessageType) => occasion.startsWith('reminder')

/** True for messages about one start time, which become invalid when the visit moves. */
const isOfOneTime = (occasion: VisitMessageType) => isReminder(occasion) || occasion === 'must_move'

/** The version of a message about one start time of a visit: that time in seconds. */
export const startVersion = (startsAt: Date): number => startsAt.getTime() / 1000

/** Returns the reason why a message about a visit is not sent any more; null if it is sent. */
function reasonToSkip(
  visit: AppointmentRow,
  message: ClaimedMessage,
  occasion: VisitMessageType,
  now: Date,
): string | null {
  if (uselessFrom(occasion, visit.starts_at) <= now) return 'passed'
  if (!STATUSES_OF_MESSAGE[occasion].includes(visit.status)) return 'superseded'
  if (isOfOneTime(occasion) && startVersion(visit.starts_at) !== message.version) return 'superseded'
  // If a visit moves twice, only the second move is announced. Other changes of the visit do not cancel the message
  // about the move.
  return occasion === 'moved' && !announcesCurrentStart(message, visit) ? 'superseded' : null
}

/** The visit's time before a move, and its new start. `is_own` is set if the client made the change. */
type TimeChange = { old_date?: CivilDate; old_time?: CivilTime; starts_at?: string; is_own?: true }

/**
 * True if a queued message about a move announces the visit's current start. Messages that an earlier version queued
 * name no start and are compared by the visit's version.
 */
function announcesCurrentStart({ parameters, version }: ClaimedMessage, visit: AppointmentRow): boolean {
  const { starts_at } = parameters as TimeChange
  return starts_at === undefined ? visit.version === version : visit.starts_at.getTime() === Date.parse(starts_at)
}

/**
 * Messages that make no sense to a client who does not know of the appointment. The message that asks for another time
 * (`must_move`) is not among them, because it describes the appointment itself.
 */
const NEEDS_EARLIER_MESSAGE: readonly VisitMessageType[] = [
  'declined',
  'lapsed',
  'moved',
  'cancelled',
  'reminder_24h',
  'reminder_2h',
]

/**
 * Returns why a message about a visit is skipped: the client knows its content already, or it is about a cancellation
 * or move of a visit of which the client was never notified. Null when it is sent. Clients of a clinic that has
 * switched off the message about the booking count as informed, because such a clinic informs them in its own way.
 */
async function reasonAfterOtherMessages(
  tx: ReadTx,
  message: ClaimedMessage,
  occasion: VisitMessageType,
  visit: AppointmentRow,
): Promise<string | null> {
  const { was_notified, is_first_open, is_confirmation_queued, last_start } = await notifiedBefore(tx, message)
  const { is_own = false } = message.parameters as TimeChange
  const isInformed = was_notified || is_own || visit.created_by === visit.user_id
  // A client who was never notified of a visit learns its new time from the queued confirmation, if there is one. A
  // moved request has none, so the message about the move announces the new time.
  const isInformedOtherwise = occasion === 'moved' ? is_confirmation_queued : is_first_open
  if (NEEDS_EARLIER_MESSAGE.includes(occasion) && !isInformed && isInformedOtherwise) return 'not-told'
  // Clients who know the old time learn the new one from the message about the move; all others learn it from the
  // confirmation.
  if (occasion === 'confirmed' && visit.status === 'resched' && isInformed) return 'superseded'
  return occasion === 'moved' && last_start === visit.starts_at.toISOString() ? 'superseded' : null
}

type Named = Pick<AppointmentRow, 'service_name' | 'practitioner_name' | 'appointment_date' | 'appointment_time'> & {
  further: readonly Pick<NonNullable<AppointmentRow['further']>[number], 'service_name' | 'practitioner_name'>[] | null
}
type Values = { visit: Named; name: string; clinic: ClinicProfile; before?: TimeChange; until?: CivilTime }

/** The values that the clinic's texts may use for a visit. */
export function valuesOf({ visit, name, clinic, before = {}, until }: Values, channel: Channel): VisitValues {
  const date = channel === 'email' ? formatLongDate : formatDay
  return {
    client: name,
    service: serviceNames(visit),
    date: date(visit.appointment_date),
    time: formatStart(visit.appointment_time),
    practitioner: practitionersOf(visit) || s.team,
    clinic: clinic.name,
    phone: clinic.phone,
    address: clinic.address,
    old_date: before.old_date === undefined ? '' : date(before.old_date),
    old_time: before.old_time === undefined ? '' : formatStart(before.old_time),
    until: until === undefined ? '' : formatTime(until),
  }
}

/** The calendar entry of an appointment for its client, the same from the booking page and in e-mails. */
export const clientEntry = (
  visit: AppointmentRow,
  { clinic, from, now }: { clinic: ClinicProfile; from: string | undefined; now: Date },
): CalendarEntry => ({
  ...visit,
  stamp: now,
  summary: s.visitAt(serviceNames(visit), clinic.name),
  location: clinic.address,
  ...(clinic.phone !== '' && { description: s.callUs(clinic.phone) }),
  organizer: organizerOf(clinic, from),
})

/**
 * Messages that change the recipient's calendar. A declined or expired request is cancelled too, because the client may
 * have added it from the booking page.
 */
const CALENDAR_METHODS: Readonly<Partial<Record<VisitMessageType, 'REQUEST' | 'CANCEL'>>> = {
  confirmed: 'REQUEST',
  moved: 'REQUEST',
  cancelled: 'CANCEL',
  declined: 'CANCEL',
  lapsed: 'CANCEL',
}

type VisitMail = {
  message: ClaimedMessage
  occasion: VisitMessageType
  visit: AppointmentRow
  clinic: ClinicProfile
  person: Addressee & { email: string }
  options: ComposeOptions
  /** The address for managing this visit; undefined if the clinic has no web address. */
  link: string | undefined
  /** The address for filling in the missing forms; undefined when none is missing. */
  forms: string | undefined
  /** The sentence that asks the client to pay the deposit of the visit; undefined if no deposit is unpaid. */
  deposit: string | undefined
  policy: SelfServicePolicy
}

function calendarOf({ occasion, visit, clinic, person, options }: VisitMail): Pick<Mail, 'calendar'> {
  const method = CALENDAR_METHODS[occasion]
  if (!method) return {}
  const entry = {
    ...clientEntry(visit, { ...options, clinic }),
    attendee: { name: person.heading, email: person.email },
  }
  return { calendar: { method, content: calendarText({ method, entries: [entry] }) } }
}

async function mailOf(tx: ReadTx, parts: VisitMail): Promise<Composed> {
  const { message, occasion, clinic, person, options } = parts
  const mail = await writeMail(tx, message, options, {
    occasion,
    to: { name: person.heading, address: person.email },
    clinic,
    values: valuesOf({ ...parts, name: person.name, before: message.parameters as TimeChange }, 'email'),
    frame: {
      link: parts.link,
      forms: parts.forms,
      deposit: parts.deposit,
      policy: selfServiceMessages.policy(parts.policy),
    },
  })
  return { kind: 'email', mail: { ...mail, ...calendarOf(parts) } }
}

/** Composes a message from the current state of the visit, or skips the message if it is obsolete. */
export const composeVisit =
  (occasion: VisitMessageType): Composer =>
  async (tx, message, options) => {
    const [visit] = await appointmentsByIds(tx, [message.subject_id])
    if (!visit) return skip('superseded')
    const reason =
      reasonToSkip(visit, message, occasion, options.now) ??
      (await reasonAfterOtherMessages(tx, message, occasion, visit))
    if (reason !== null) return skip(reason)
    await recordNotifiedStart(tx, message.id, visit.starts_at)
    const person = await findAddressee(tx, visit.user_id)
    if (!person) return skip('no-email')
    const clinic = await clinicProfile(tx, message.branch_id)
    if (message.channel === 'sms') {
      const values = valuesOf({ visit, name: person.name, clinic, before: message.parameters as TimeChange }, 'sms')
      return writeSms(tx, message, { occasion, number: visit.contact_number ?? person.contact_number, values })
    }
    const { email } = person
    if (email === null) return skip('no-email')
    const { publicUrl, now } = options
    const link = publicUrl === undefined ? undefined : await visitLinkOf(tx, now, { ...visit, email }, publicUrl)
    const { policy } = await selfService(tx, message.branch_id)
    const forms = await missingFormsLink(tx, { ...visit, email }, options)
    // A client who must choose another time is not asked to pay the deposit yet.
    const isAsked = link !== undefined && occasion !== 'must_move'
    const deposit = isAsked ? await depositSentence(tx, visit) : undefined
    const to = { ...person, email }
    return mailOf(tx, { message, occasion, visit, clinic, person: to, options, link, forms, deposit, policy })
  }
