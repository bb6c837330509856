import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

// An address can contain a secret of the receiver, so the log names only its host.
const ofHost = z.object({ host: z.string() })

/** The events of webhooks in the history log. */
export const webhookEvents = eventTypesOf('webhooks', {
  'webhooks.webhook.added': eventType({
    kind: 'create',
    subject: 'webhook',
    parameters: ofHost.extend({ events: z.array(z.string()) }),
    sentence: ({ host, events }) => `Added the webhook to ${host} (${events.join(', ')})`,
  }),
  'webhooks.webhook.changed': eventType({
    kind: 'update',
    subject: 'webhook',
    parameters: ofHost,
    fields: {
      url: { label: 'address', value: 'hidden' },
      description: { label: 'description', value: 'text' },
      events: { label: 'events', value: 'text' },
    },
    sentence: ({ host }, changes) => `Changed the webhook to ${host}${changes}`,
  }),
  'webhooks.webhook.switched-on': eventType({
    kind: 'update',
    subject: 'webhook',
    parameters: ofHost,
    sentence: ({ host }) => `Switched the webhook to ${host} on`,
  }),
  'webhooks.webhook.switched-off': eventType({
    kind: 'update',
    subject: 'webhook',
    parameters: ofHost,
    sentence: ({ host }) => `Switched the webhook to ${host} off`,
  }),
  'webhooks.webhook.stopped': eventType({
    kind: 'system',
    subject: 'webhook',
    parameters: ofHost.extend({ because: z.enum(['failures', 'gone']) }),
    sentence: ({ host, because }) =>
      because === 'gone'
        ? `Switched the webhook to ${host} off, because the receiver no longer exists`
        : `Switched the webhook to ${host} off after three days of failures`,
  }),
  'webhooks.webhook.deleted': eventType({
    kind: 'delete',
    subject: 'webhook',
    parameters: ofHost,
    sentence: ({ host }) => `Deleted the webhook to ${host}`,
  }),
  'webhooks.secret.renewed': eventType({
    kind: 'update',
    subject: 'webhook',
    parameters: ofHost,
    sentence: ({ host }) => `Renewed the secret of the webhook to ${host}`,
  }),
  'webhooks.delivery.resent': eventType({
    kind: 'system',
    subject: 'webhook',
    parameters: ofHost.extend({ event: z.string() }),
    sentence: ({ host, event }) => `Sent the event ${event} to ${host} again`,
  }),
  'webhooks.test.sent': eventType({
    kind: 'system',
    subject: 'webhook',
    parameters: ofHost,
    sentence: ({ host }) => `Sent a test to the webhook ${host}`,
  }),
})
