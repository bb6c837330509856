import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, optionalName, requiredText, strictBody, version } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
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

/** After how many daytime hours staff get a message about an unanswered request. */
const requestAlert = z.object({ request_hours: z.number().int(), version })
export type RequestAlert = z.output<typeof requestAlert>

/** A document as it appears in its e-mail. */
const samplePaper = z.object({
  name: z.string(),
  heading: z.string(),
  foot: z.array(z.string()),
  notes: z.array(z.string()),
  html: z.string(),
  values: z.partialRecord(z.enum(VARIABLES), z.string()),
})

/** Sample data of a preview: a real visit and documents if there are any. */
const sample = z.object({
  is_real: z.boolean(),
  email: z.record(z.enum(VARIABLES), z.string()),
  sms: z.record(z.enum(VARIABLES), z.string()),
  /** The clinic's public address; null when none is configured. */
  origin: z.string().nullable(),
  /** The URL of the clinic's logo. */
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
  /** The number of tries without an answer, each of which may have delivered the message. */
  unanswered: z.number().int(),
})
export type OutboxMessage = z.output<typeof message>

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
    querystring: pageQuery(20, { state: z.enum(MESSAGE_STATES).optional() }),
    response: z.object({
      data: z.array(message),
      ...pageCounters,
      summary: z.record(z.enum(MESSAGE_STATES), z.number().int()),
    }),
  }),
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

/** When the practitioner's calendar feed was created; null without a feed. The URL of a feed is shown only once. */
const state = z.object({ data: z.object({ created_at: instant.nullable() }) })
const made = z.object({
  data: z.object({
    created_at: instant,
    /** The URL of the feed, shown only this once. It is only a path if the clinic has no public address. */
    address: z.string(),
  }),
})
const params = z.object({ id })

/** Serves one appointment as a file, for its client's calendar. */
export const visitFileContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/appointments/:id/calendar-file',
    access: 'appointments.own',
    summary: 'An own appointment as a calendar file (RFC 5545), which the files of later e-mails move or cancel',
    database: 'none',
    answers: 'file',
    params,
    response: z.string().describe('text/calendar'),
  }),
}

/** Visits of a practitioner, a room or the whole clinic as a calendar, under a secret address that can be revoked. */
export const calendarFeedContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: "Since when the caller's visits have a calendar address",
    response: state,
  }),
  createMine: endpoint({
    method: 'POST',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: "Create the calendar address of the caller's visits; an earlier address becomes invalid",
    status: 201,
    response: made,
  }),
  revokeMine: endpoint({
    method: 'DELETE',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: "Delete the calendar address of the caller's visits",
    response: messageAnswer,
  }),
  ofResource: endpoint({
    method: 'GET',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: 'Since when the visits of a practitioner or room have a calendar address',
    params,
    response: state,
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: 'Create the calendar address of the visits of a practitioner or room; an earlier address becomes invalid',
    status: 201,
    params,
    response: made,
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: 'Delete the calendar address of the visits of a practitioner or room',
    params,
    response: messageAnswer,
  }),
  ofClinic: endpoint({
    method: 'GET',
    url: '/api/clinic/calendar-feed',
    access: 'clinic.manage',
    summary: 'Since when all visits of the clinic have a calendar address',
    response: state,
  }),
  createOfClinic: endpoint({
    method: 'POST',
    url: '/api/clinic/calendar-feed',
    access: 'clinic.manage',
    summary: 'Create the calendar address of all visits of the clinic; an earlier address becomes invalid',
    status: 201,
    response: made,
  }),
  revokeOfClinic: endpoint({
    method: 'DELETE',
    url: '/api/clinic/calendar-feed',
    access: 'clinic.manage',
    summary: 'Delete the calendar address of all visits of the clinic',
    response: messageAnswer,
  }),
  read: endpoint({
    method: 'GET',
    url: '/api/calendar-feeds/:name',
    access: 'public',
    summary:
      'The visits of a practitioner, a room or the clinic as a calendar (RFC 5545); anyone with the secret address can read it',
    database: 'none',
    answers: 'file',
    secretAddress: true,
    params: z.object({ name: z.string() }),
    response: z.string().describe('text/calendar'),
  }),
}
