import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { id, instant, messageAnswer, optionalName, requiredText, strictBody, version } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { CHANNELS, MESSAGE_STATES, MESSAGE_TYPES, DOCUMENT_MESSAGE_TYPES, TEMPLATE_TYPES } from './message-types.ts'
import { VARIABLES } from './template.ts'

const channel = z.enum(CHANNELS)

/** The setting of a message type on one channel: whether it is sent, and its text. */
const messageTypeSetting = z.object({
  occasion: z.enum(TEMPLATE_TYPES),
  channel,
  is_on: z.boolean(),
  subject: z.string(),
  body: z.string(),
  /** True when the clinic has written its own text. */
  is_own: z.boolean(),
  /** The version of the setting; 0 until the clinic has changed it. */
  version,
})
export type MessageTypeSetting = z.output<typeof messageTypeSetting>

/** The default number of daytime hours after which staff get a reminder of a request. */
export const REQUEST_HOURS = 4

/** How many daytime hours a request may stay unanswered before staff get a message about it. */
const requestAlert = z.object({ request_hours: z.number().int(), version })
export type RequestAlert = z.output<typeof requestAlert>

/** A sample document (receipt, void or refund) as its e-mail shows it. */
const samplePaper = z.object({
  name: z.string(),
  heading: z.string(),
  foot: z.array(z.string()),
  notes: z.array(z.string()),
  html: z.string(),
  values: z.partialRecord(z.enum(VARIABLES), z.string()),
})

/** The data that the preview of a message shows: a real visit and real documents if the clinic has any (`is_real`). */
const sample = z.object({
  is_real: z.boolean(),
  email: z.record(z.enum(VARIABLES), z.string()),
  sms: z.record(z.enum(VARIABLES), z.string()),
  /** The clinic's public address; null when none is configured. */
  origin: z.string().nullable(),
  /** The URL of the clinic's logo as e-mails show it; null without a logo. */
  sign: z.string().nullable(),
  /** The clinic's colour, `#rrggbb`. */
  colour: z.string(),
  foot: z.array(z.string()),
  policy: z.string(),
  papers: z.record(z.enum(DOCUMENT_MESSAGE_TYPES), samplePaper.nullable()),
})

const settings = z.object({
  requests: requestAlert,
  /** The mail server's host and the sender; null without a mail server. Never contains a user or a password. */
  email: z.object({ host: z.string(), from: z.string() }).nullable(),
  sms: z.object({ host: z.string() }).nullable(),
  occasions: z.array(messageTypeSetting),
  sample,
})
export type MessageSettings = z.output<typeof settings>

const message = z.object({
  id,
  occasion: z.enum(MESSAGE_TYPES),
  channel,
  state: z.enum(MESSAGE_STATES),
  /**
   * Why the message was not sent: a key of `messagesMessages.reasons`, or the server's or gateway's error without
   * addresses.
   */
  reason: z.string().nullable(),
  person: z.string().nullable(),
  /** The date and time of the visit that the message is about. */
  appointment_date: z.string().nullable(),
  appointment_time: z.string().nullable(),
  created_at: instant,
  send_at: instant,
  sent_at: instant.nullable(),
  tries: z.number().int(),
  /**
   * The number of attempts to send the message that the mail server or SMS gateway did not answer. Each of these
   * attempts may have delivered the message.
   */
  unanswered: z.number().int(),
})
export type OutboxMessage = z.output<typeof message>

const listFilter = { state: z.enum(MESSAGE_STATES).optional() }

export const messagesContract = {
  settings: endpoint({
    method: 'GET',
    url: '/api/message-settings',
    access: 'messages.manage',
    summary: 'Which transports are set up, and each message type with its text',
    response: z.object({ data: settings }),
  }),
  saveOccasion: endpoint({
    method: 'PUT',
    url: '/api/message-settings',
    access: 'messages.manage',
    summary: 'Switch a message type on or off, or change its text; null restores the default text',
    body: strictBody({
      occasion: z.enum(TEMPLATE_TYPES),
      channel,
      is_on: z.boolean(),
      subject: optionalName(150),
      body: z.union([requiredText(2_000), z.null()]),
    }),
    response: z.object({ data: messageTypeSetting }),
    errorData: { stale: messageTypeSetting },
    ifMatch: true,
  }),
  saveRequestAlert: endpoint({
    method: 'PUT',
    url: '/api/message-settings/requests',
    access: 'messages.manage',
    summary: 'Set after how many hours staff are notified of a booking request that nobody has answered',
    body: strictBody({ request_hours: z.number().int().min(1).max(72) }),
    response: z.object({ data: requestAlert }),
    errorData: { stale: requestAlert },
    ifMatch: true,
  }),
  test: endpoint({
    method: 'POST',
    url: '/api/message-settings/test',
    access: 'messages.manage',
    summary: 'Send a test e-mail or SMS to the caller',
    body: strictBody({ channel }),
    response: messageAnswer,
  }),
  emailReceipt: endpoint({
    method: 'POST',
    url: '/api/transactions/:id/email',
    access: 'sales.create',
    summary: "Send a copy of a receipt to the customer's stored e-mail",
    params: z.object({ id }),
    response: messageAnswer,
  }),
  askToMove: endpoint({
    method: 'POST',
    url: '/api/appointments/:id/ask-to-move',
    access: 'appointments.manage',
    summary:
      'Ask the client of a visit by message to choose a new time, at most once for each time of the visit; the visit does not move',
    params: z.object({ id }),
    response: messageAnswer,
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/messages',
    access: 'messages.manage',
    summary: 'A page of the messages to all people, newest first',
    querystring: pageQuery(20, listFilter),
    response: z.object({
      data: z.array(message),
      ...pageCounters,
      summary: z.record(z.enum(MESSAGE_STATES), z.number().int()),
    }),
  }),
  exportList: exportOf('/api/messages', 'messages.manage', 'The filtered messages', searchQuery(listFilter)),
  ofClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/messages',
    access: 'clients.read',
    summary: 'The latest messages to a client, newest first',
    params: z.object({ id }),
    response: z.object({
      data: z.array(message.extend({ can_resend: z.boolean() })),
      /** The number of all messages, of which the newest are listed. */
      total: z.number().int(),
    }),
  }),
  resendToClient: endpoint({
    method: 'POST',
    url: '/api/clients/:id/messages/:message/resend',
    access: 'clients.manage',
    summary: 'Send a message to a client again, with a text made from the current data',
    params: z.object({ id, message: id }),
    response: messageAnswer,
  }),
  resend: endpoint({
    method: 'POST',
    url: '/api/messages/:id/resend',
    access: 'messages.manage',
    summary: 'Send a message again, with a text made from the current data',
    params: z.object({ id }),
    response: messageAnswer,
  }),
}
