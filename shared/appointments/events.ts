import { z } from 'zod'
import { eventType, eventTypesOf, type EventField } from '#shared/lib/event-type.ts'
import { formatStart } from './slots.ts'
import { formatDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { statusMessages } from './messages.ts'
import { APPOINTMENT_STATUSES } from './status.ts'

type Start = { appointment_date: CivilDate; appointment_time: CivilTime }
const start = z.object({ appointment_date: z.string(), appointment_time: z.string() })
const ofClient = start.extend({ client: z.string() })

/** A visit's time as "November 21, 2026, 9:00 AM"; midnight belongs to the business date that it ends. */
const startText = (at: Start): string => `${formatDate(at.appointment_date)}, ${formatStart(at.appointment_time)}`

const withPerson = (name: string | undefined) => (name === undefined ? '' : ` with ${name}`)

const status = { label: 'status', value: 'told' } as const satisfies EventField

/** The type of an event about a change of an appointment's status; `verb` begins its sentence, such as "Confirmed". */
const marked = (verb: string) =>
  eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient,
    fields: { status },
    sentence: (at) => `${verb} the appointment of ${at.client} on ${startText(at)}`,
  })

export const appointmentEvents = eventTypesOf('appointments', {
  'appointments.appointment.booked': eventType({
    kind: 'create',
    subject: 'appointment',
    parameters: ofClient.extend({
      service: z.string(),
      /** True when staff booked the visit as already confirmed. */
      confirmed: z.boolean().optional(),
      /** The practitioner's name. */
      practitioner: z.string().optional(),
    }),
    sentence: (at) =>
      `${at.confirmed ? 'Booked and confirmed' : 'Booked'} ${at.service}${withPerson(at.practitioner)} for ${at.client} on ${startText(at)}`,
  }),
  'appointments.appointment.pending': marked('Marked as pending'),
  'appointments.appointment.confirmed': marked('Confirmed'),
  'appointments.appointment.on-going': marked('Started'),
  'appointments.appointment.completed': marked('Completed'),
  'appointments.appointment.cancelled': marked('Cancelled'),
  'appointments.appointment.removed': eventType({
    kind: 'delete',
    subject: 'appointment',
    parameters: ofClient,
    sentence: (at) => `Removed the imported appointment of ${at.client} on ${startText(at)}`,
  }),
  'appointments.appointment.lapsed': eventType({
    kind: 'system',
    subject: 'appointment',
    parameters: ofClient,
    sentence: (at) => `Lapsed the appointment of ${at.client} on ${startText(at)}: not confirmed in time`,
  }),
  'appointments.appointment.rescheduled': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: z.object({
      client: z.string(),
      from: start,
      to: start,
      /** The practitioner at the new time, if the visit has one. */
      practitioner: z.string().optional(),
      /** The previous practitioner, if that was somebody else. */
      instead_of: z.string().optional(),
    }),
    fields: {
      appointment_date: { label: 'date', value: 'told' },
      appointment_time: { label: 'time', value: 'told' },
      status,
    },
    sentence: ({ client, from, to, practitioner, instead_of: before }) =>
      `Rescheduled the appointment of ${client} from ${startText(from)} to ${startText(to)}${withPerson(practitioner)}${before === undefined ? '' : ` instead of ${before}`}`,
  }),
  'appointments.appointment.reassigned': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient.extend({
      /** The new practitioner and room. */
      to: z.array(z.string()),
    }),
    sentence: ({ to, ...at }) => `Moved the appointment of ${at.client} on ${startText(at)} to ${to.join(', ')}`,
  }),
  // The reason for overbooking may contain personal data. So only the visit stores the reason; the log says only that
  // it changed.
  'appointments.appointment.overbooked': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient.extend({
      /** The names of the overbooked resources. */
      over: z.array(z.string()),
    }),
    fields: { overbook_reason: { label: 'reason', value: 'hidden' } },
    sentence: ({ over, ...at }) => `Overbooked ${over.join(', ')} for ${at.client} on ${startText(at)}`,
  }),
  'appointments.appointment.undone': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient.extend({ from: z.enum(APPOINTMENT_STATUSES), to: z.enum(APPOINTMENT_STATUSES) }),
    fields: {
      appointment_date: { label: 'date', value: 'told' },
      appointment_time: { label: 'time', value: 'told' },
      status,
    },
    sentence: ({ from, to, ...at }) =>
      `Undid a change: the appointment of ${at.client} on ${startText(at)} is ${statusMessages.inSentence[to]} again, not ${statusMessages.inSentence[from]}`,
  }),
  'appointments.appointment.services-changed': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient.extend({
      from: z.string(),
      to: z.string(),
      /** True when this change undid the previous change. */
      undone: z.boolean().optional(),
    }),
    fields: { duration_minutes: { label: 'minutes', value: 'told' } },
    sentence: ({ from, to, undone, ...at }) =>
      `${undone ? 'Undid a change: changed' : 'Changed'} the services of ${at.client} on ${startText(at)} from ${from} to ${to}`,
  }),
  'appointments.appointment.supplies-corrected': eventType({
    kind: 'update',
    subject: 'appointment',
    // `from` and `to` list the products that the visit used, with amounts, before and after the change; empty for none.
    parameters: ofClient.extend({ from: z.string(), to: z.string() }),
    sentence: ({ from, to, ...at }) =>
      `Corrected the supplies used for ${at.client} on ${startText(at)} from ${from === '' ? 'none' : from} to ${to === '' ? 'none' : to}`,
  }),
  'appointments.appointment.arrived': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient,
    sentence: (at) => `Marked that ${at.client} has arrived for the appointment on ${startText(at)}`,
  }),
  'appointments.appointment.not-arrived': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient,
    sentence: (at) => `Took back that ${at.client} has arrived for the appointment on ${startText(at)}`,
  }),
  'appointments.note.changed': eventType({
    kind: 'update',
    subject: 'appointment',
    parameters: ofClient,
    fields: { note: { label: 'note', value: 'hidden' } },
    sentence: (at) => `Changed the note on the appointment of ${at.client} on ${startText(at)}`,
  }),
  'appointments.client.number-added': eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({ name: z.string() }),
    fields: { contact_number: { label: 'mobile number', value: 'hidden' } },
    sentence: ({ name }) => `Added a mobile number to the profile of ${name}`,
  }),
})
