import ICAL from 'ical.js'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { smtpMailer } from '#server/messages/transport/mailer.ts'
import type { SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import type { TestUser } from '#server/test/factories.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '#server/test/mail-server.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { deliver, type MessageServices } from './deliver.ts'

export type MailClinic = BookingClinic & {
  mail: MailServer
  services: MessageServices
  /** Creates a visit that the client booked themselves. */
  ownVisit: (client: TestUser, date: CivilDate, time: CivilTime, status?: 'pending' | 'confirmed') => Promise<string>
  /** Sends all queued messages, including those scheduled for later. */
  deliverAll: () => Promise<void>
  /** Returns every message about a subject, oldest first. */
  messagesAbout: (subjectId: string) => Promise<[occasion: string, state: string, reason: string | null][]>
  close: () => Promise<void>
}

/** Opens a clinic with a real mail server. Messages are sent only when a test says so, because the jobs do not run. */
export async function openMailClinic(
  options: {
    now?: Date
    sms?: SmsGateway
    pauses?: number[]
    limits?: Partial<Limits>
    offersAtOnce?: boolean
  } = {},
): Promise<MailClinic> {
  const mail = await startMailServer()
  const mailer = smtpMailer({ smtpUrl: mail.url, from: 'hello@perlas.example' })
  const publicUrl = 'https://clinic.example.ph'
  const { sms, pauses = [], ...more } = options
  const clinic = await startBookingClinic({ ...more, publicUrl, mailer, sms, runsJobs: false })
  const { db, appDb, clock } = clinic.server
  await db
    .updateTable('branches')
    .set({ name: 'Perlas <Clinic> & Spa', address: '12 Scout St, Quezon City', phone: '0917 555 0100' })
    .execute()
  const services: MessageServices = {
    db: appDb,
    clock: () => clock.now,
    publicUrl,
    mailer,
    sms,
    pauses,
    logFailure: () => undefined,
  }
  return {
    ...clinic,
    mail,
    services,
    ownVisit: async (client, date, time, status = 'pending') => {
      const own = clinic.server.as(client.token)
      const id = (await own(contract.book, { body: clinic.visit(date, time) })).data.appointment_id
      if (status === 'confirmed') await clinic.desk(contract.updateStatus, { params: { id }, body: { status } })
      return id
    },
    deliverAll: async () => {
      const waiting = await db.selectFrom('messages').select('id').where('state', '=', 'queued').orderBy('id').execute()
      for (const { id } of waiting) await deliver(services, id, new AbortController().signal)
    },
    messagesAbout: async (subjectId) =>
      (
        await db
          .selectFrom('messages')
          .selectAll()
          .where('subject_id', '=', subjectId)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map(({ occasion, state, reason }) => [occasion, state, reason]),
    close: async () => {
      await clinic.server.close()
      await mail.close()
    },
  }
}

/** The only event of a calendar text, parsed by another library than the one that wrote it. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  const organizer = event.component.getFirstProperty('organizer')
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    location: event.location,
    starts: event.startDate.toJSDate().toISOString(),
    ends: event.endDate.toJSDate().toISOString(),
    status: event.component.getFirstPropertyValue('status'),
    organizer: organizer?.getFirstValue() ?? null,
    sentBy: organizer?.getFirstParameter('sent-by') ?? null,
  }
}

/** The event of the calendar file attached to an e-mail; null if there is none. */
export function calendarOf({ email }: Pick<ReceivedMail, 'email'>) {
  const file = email.attachments.find(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics')
  if (!file) return null
  const { content } = file
  return readCalendar(typeof content === 'string' ? content : new TextDecoder().decode(content))
}
