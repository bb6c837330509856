import { formatStart } from '#shared/appointments/slots.ts'
import { documentName, documentSeries, RECEIPT_SERIES, withinSentence } from '#shared/clinic/document-name.ts'
import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { messagesMessages as s } from './messages.ts'
import { CHANNELS, MESSAGE_TYPES } from './message-types.ts'

const about = z.object({ occasion: z.enum(MESSAGE_TYPES), channel: z.enum(CHANNELS) })
type About = z.output<typeof about>
const named = ({ occasion, channel }: About) => `«${s.messageTypeNames[occasion]}» (${s.channel[channel]})`

export const messageEvents = eventTypesOf('messages', {
  'messages.occasion.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: about,
    fields: {
      is_on: { label: 'on or off', value: 'told' },
      subject: { label: 'subject', value: 'told' },
      body: { label: 'text', value: 'told' },
    },
    sentence: (event) => `Changed the message ${named(event)}`,
  }),
  'messages.mail-server.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: {
      host: { label: 'host', value: 'text' },
      port: { label: 'port', value: 'text' },
      security: { label: 'security', value: 'text' },
      user_name: { label: 'user name', value: 'text' },
      password: { label: 'password', value: 'hidden' },
      sender_name: { label: 'sender’s name', value: 'text' },
      sender_address: { label: 'sender’s address', value: 'text' },
      web_address: { label: 'web address', value: 'text' },
    },
    sentence: (_event, changes) => `Changed the mail account${changes}`,
  }),
  'messages.mail-server.removed': eventType({
    kind: 'delete',
    subject: 'clinic',
    parameters: z.object({}),
    sentence: () => 'Turned e-mails off and removed the mail account',
  }),
  'messages.requests.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: { request_hours: { label: 'hours', value: 'told' } },
    sentence: () => 'Changed when staff are told of requests that wait',
  }),
  'messages.message.resent': eventType({
    kind: 'system',
    subject: 'clinic',
    parameters: about.extend({ name: z.string() }),
    sentence: ({ name, ...event }) => `Sent the message ${named(event)} to ${name} again`,
  }),
  'messages.move.asked': eventType({
    kind: 'system',
    subject: 'appointment',
    parameters: z.object({ client: z.string(), appointment_date: z.string(), appointment_time: z.string() }),
    sentence: ({ client, appointment_date, appointment_time }) =>
      `Told ${client} that the visit on ${formatDate(appointment_date)} at ${formatStart(appointment_time)} must be moved`,
  }),
  'messages.receipt.sent': eventType({
    kind: 'system',
    subject: 'sale',
    parameters: z.object({ receipt_number: z.number(), series: documentSeries.optional(), name: z.string() }),
    sentence: ({ receipt_number, series, name }) =>
      `Sent ${withinSentence(documentName(receipt_number, series ?? RECEIPT_SERIES))} to ${name} by e-mail`,
  }),
  'messages.feed.created': eventType({
    kind: 'create',
    subject: 'resource',
    parameters: z.object({ name: z.string() }),
    sentence: ({ name }) => `Made a calendar address for the visits of ${name}`,
  }),
  'messages.feed.revoked': eventType({
    kind: 'delete',
    subject: 'resource',
    parameters: z.object({ name: z.string() }),
    sentence: ({ name }) => `Revoked the calendar address of ${name}`,
  }),
  'messages.clinic-feed.created': eventType({
    kind: 'create',
    subject: 'clinic',
    parameters: z.object({}),
    sentence: () => 'Made a calendar address for all visits of the clinic',
  }),
  'messages.clinic-feed.revoked': eventType({
    kind: 'delete',
    subject: 'clinic',
    parameters: z.object({}),
    sentence: () => 'Revoked the calendar address of the clinic',
  }),
  'messages.test.sent': eventType({
    kind: 'system',
    subject: 'clinic',
    // Old events have no channel, because test messages were only e-mails at first.
    parameters: z.object({ channel: z.enum(CHANNELS).optional() }),
    sentence: ({ channel = 'email' }) => (channel === 'email' ? 'Sent a test e-mail' : 'Sent a test SMS'),
  }),
})
