import { z } from 'zod'
import { parseUrl } from '#shared/lib/parse-url.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, optionalName, strictBody } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { DELIVERY_STATES, STOP_REASONS, WEBHOOK_ERRORS } from './delivery.ts'
import { webhookMessages as s } from './messages.ts'
import { CHOSEN_EVENTS, TEST_EVENT } from './event-names.ts'

export const MAX_WEBHOOKS = 10
const MAX_URL = 500

/**
 * The receiver's answer to the last request: its HTTP status, or why no answer came; both are null before the first
 * request.
 */
const lastAnswer = { status: z.number().int().nullable(), error: z.enum(WEBHOOK_ERRORS).nullable() }

const webhook = z.object({
  id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(CHOSEN_EVENTS)),
  is_on: z.boolean(),
  /** Why Mutya has switched the webhook off; null if it is on, or if an admin has switched it off. */
  stopped_because: z.enum(STOP_REASONS).nullable(),
  /** When the first of the present failures in a row happened; null if the last request succeeded. */
  failing_since: instant.nullable(),
  /** After a failure, the earliest time of the next request. */
  paused_until: instant.nullable(),
  last_tried_at: instant.nullable(),
  ...lastAnswer,
  /** The number of events that still have to be sent to this webhook. */
  waiting: z.number().int(),
  created_at: instant,
  created_by: z.string(),
  version: z.number().int(),
})
export type Webhook = z.output<typeof webhook>

const delivery = z.object({
  /** The id of the event. All requests that send the event have it in the header `webhook-id`. */
  id,
  event: z.enum([...CHOSEN_EVENTS, TEST_EVENT]),
  record_id: id,
  changed: z.array(z.string()),
  occurred_at: instant,
  state: z.enum(DELIVERY_STATES),
  tries: z.number().int(),
  /** When Mutya will send the event next; null for an event that was sent or is not sent any more. */
  next_try_at: instant.nullable(),
  tried_at: instant.nullable(),
  ...lastAnswer,
  duration_ms: z.number().int().nullable(),
})
export type Delivery = z.output<typeof delivery>

const url = z
  .string(s.urlNeeded)
  .trim()
  .min(1, { error: s.urlNeeded, abort: true })
  .max(MAX_URL, s.urlTooLong)
  .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), { error: s.urlWrong, abort: true })
  .refine((text) => new URL(text).username === '' && new URL(text).password === '', s.urlWithPassword)
  .transform((text) => new URL(text).href)

const fields = {
  url,
  description: optionalName(100),
  events: z
    .array(z.enum(CHOSEN_EVENTS, s.unknownEvent))
    .min(1, s.eventNeeded)
    .transform((events) => CHOSEN_EVENTS.filter((event) => events.includes(event))),
}
const byId = z.object({ id })
const answer = z.object({ data: webhook })
const withSecret = z.object({ data: webhook.extend({ secret: z.string() }) })
const access = 'api-keys.manage'

export const webhooksContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/webhooks',
    access,
    summary: 'The webhooks of the clinic, oldest first',
    database: 'snapshot',
    response: z.object({ data: z.array(webhook) }),
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/webhooks',
    access,
    summary: 'Add a webhook. Only this response and the one of a renewal contain its secret',
    status: 201,
    body: strictBody(fields),
    response: withSecret,
  }),
  change: endpoint({
    method: 'PUT',
    url: '/api/webhooks/:id',
    access,
    summary: 'Change the address, the description and the events of a webhook',
    params: byId,
    body: strictBody(fields),
    response: answer,
    errorData: { stale: webhook },
    ifMatch: true,
  }),
  switch: endpoint({
    method: 'PUT',
    url: '/api/webhooks/:id/state',
    access,
    summary:
      'Switch a webhook on, which sends the events that wait at once, or off. While it is off, new events are not stored for it',
    params: byId,
    body: strictBody({ is_on: z.boolean() }),
    response: answer,
  }),
  renewSecret: endpoint({
    method: 'POST',
    url: '/api/webhooks/:id/secret',
    access,
    summary: 'Renew the secret of a webhook. For 24 hours requests are signed with both secrets',
    params: byId,
    response: withSecret,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/webhooks/:id',
    access,
    summary: 'Delete a webhook with its events',
    params: byId,
    response: z.object({ success: z.literal(true) }),
  }),
  test: endpoint({
    method: 'POST',
    url: '/api/webhooks/:id/test',
    access,
    summary:
      'Send the event `webhook.test` now, and answer with what the receiver said. A success ends the pause after failures',
    database: 'none',
    params: byId,
    response: z.object({ data: delivery }),
  }),
  deliveries: endpoint({
    method: 'GET',
    url: '/api/webhook-deliveries',
    access,
    summary: 'The events of a webhook of the last 30 days, newest first',
    database: 'snapshot',
    querystring: pageQuery(20, { webhook_id: id, state: z.enum(DELIVERY_STATES).optional() }),
    response: z.object({ data: z.array(delivery), ...pageCounters }),
  }),
  resend: endpoint({
    method: 'POST',
    url: '/api/webhook-deliveries/:id/resend',
    access,
    summary: 'Send an event again that was sent or has failed, with the same id',
    params: byId,
    response: z.object({ data: delivery }),
  }),
}
