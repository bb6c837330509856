import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { pushMessages as s } from './messages.ts'

/** True when this session's device is subscribed. */
const subscribed = z.boolean()

const device = z.object({
  data: z.object({
    /** The clinic's public key for subscriptions, base64url. */
    public_key: z.string(),
    subscribed,
  }),
})

const changed = z.object({ data: z.object({ subscribed }) })

/** Validates bytes that are encoded as base64url without padding, by their number of characters. */
const base64url = (characters: number) => z.string().regex(new RegExp(`^[\\w-]{${characters}}$`), s.brokenKeys)

/** The URL of a push subscription; the server checks its host. */
const address = z.string().max(2_000, s.unknownService)

/** The data of a browser's `PushSubscription`. */
const subscription = strictBody({
  endpoint: address,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
})

/** Push notifications about new requests, also while no page of the clinic is open. */
export const pushContract = {
  device: endpoint({
    method: 'GET',
    url: '/api/push/device',
    access: 'appointments.manage',
    sessionOnly: true,
    summary: 'The public key for push subscriptions, and whether the device of this session gets push notifications',
    // The call needs a transaction, because the first call creates the clinic's keys for push notifications.
    database: 'transaction',
    writesOnRead: true,
    timeoutMs: 5_000,
    response: device,
  }),
  subscribe: endpoint({
    method: 'PUT',
    url: '/api/push/device',
    access: 'appointments.manage',
    sessionOnly: true,
    summary:
      'Send push notifications of new booking requests to the device of this session, until the person logs out on it',
    body: subscription,
    response: changed,
  }),
  keep: endpoint({
    method: 'POST',
    url: '/api/push/device',
    access: 'appointments.manage',
    sessionOnly: true,
    summary: "Continue in this session the push notifications that this person's device got in an earlier session",
    body: strictBody({ endpoint: address }),
    response: changed,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    url: '/api/push/device',
    access: 'appointments.manage',
    sessionOnly: true,
    summary: 'Stop push notifications to the device of this session',
    response: changed,
  }),
}
