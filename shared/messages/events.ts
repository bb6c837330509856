import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { messagesMessages as s } from './messages.ts'
import { CHANNELS, OCCASIONS } from './occasions.ts'

const about = z.object({ occasion: z.enum(OCCASIONS), channel: z.enum(CHANNELS) })
type About = z.output<typeof about>
const named = ({ occasion, channel }: About) => `«${s.occasionNames[occasion]}» (${s.channel[channel]})`

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
  'messages.receipt.sent': eventType({
    kind: 'system',
    subject: 'sale',
    parameters: z.object({ receipt_number: z.number(), name: z.string() }),
    sentence: ({ receipt_number, name }) => `Sent receipt ${receiptNumber(receipt_number)} to ${name} by e-mail`,
  }),
  'messages.test.sent': eventType({
    kind: 'system',
    subject: 'clinic',
    parameters: z.object({}),
    sentence: () => 'Sent a test e-mail',
  }),
})
