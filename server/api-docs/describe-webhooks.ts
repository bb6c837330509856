import { webhookBody, CHOSEN_EVENTS, TEST_EVENT, type WebhookEvent } from '#shared/webhooks/event-names.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'

const SCHEMA = 'WebhookEvent'
const EXAMPLE_ID = '01900000-0000-7000-8000-000000000001'

/** The schema of the body of every webhook request. */
const bodySchema = {
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', description: 'The name of the event' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the change happened' },
    data: {
      type: 'object',
      required: ['record', 'id', 'changed', 'url'],
      properties: {
        record: { type: 'string', description: 'The kind of record' },
        id: { type: 'string', format: 'uuid', description: 'The id of the record' },
        changed: { type: 'array', items: { type: 'string' }, description: 'The names of changed fields, if known' },
        url: {
          type: ['string', 'null'],
          description: 'The call that reads the record; null if there is none, or if the record no longer exists',
        },
      },
    },
  },
}

const header = (name: string, description: string) => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: { type: 'string' },
})
const parameters = [
  header('webhook-id', 'The same in each request of one event'),
  header('webhook-timestamp', 'When the request was sent, in seconds since 1970'),
  header('webhook-signature', '`v1,` and the signature; two of them after the secret was renewed'),
]

function wordsOf(event: WebhookEvent): string {
  if (event === TEST_EVENT) return 'The test button was pressed'
  const group = event.split('.')[0] as keyof typeof s.eventGroups
  return `${s.eventGroups[group]}: ${s.events[event]}`
}

const idOf = (event: string) => `webhook${event.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`

function operationOf(event: WebhookEvent) {
  const example = webhookBody({
    event,
    recordId: EXAMPLE_ID,
    changed: event.endsWith('.changed') ? ['name'] : [],
    occurredAt: '2026-11-21T09:00:00+08:00',
  })
  return {
    operationId: idOf(event),
    summary: wordsOf(event),
    tags: ['webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${SCHEMA}` }, example } },
    },
    responses: {
      '2XX': { description: 'The event was received' },
      '410': { description: 'The address no longer exists: the webhook is switched off' },
      default: { description: 'The event is sent again later' },
    },
  }
}

/** Makes the part `webhooks` of the OpenAPI document, which describes each event that Mutya sends to other programs. */
export const webhookOperations = () =>
  Object.fromEntries([...CHOSEN_EVENTS, TEST_EVENT].map((event) => [event, { post: operationOf(event) }]))

export const webhookSchemas = { [SCHEMA]: bodySchema }
