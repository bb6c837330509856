import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { pushMessages as s } from './messages.ts'

/** This session has a device that is notified. */
const subscribed = z.boolean()

const device = z.object({
  data: z.object({
    /** What a browser subscribes with: the clinic's public key, base64url. */
    public_key: z.string(),
    subscribed,
  }),
})

const changed = z.object({ data: z.object({ subscribed }) })

/** Bytes as base64url without padding. */
const base64url = (characters: number) => z.string().regex(new RegExp(`^[\\w-]{${characters}}$`), s.brokenKeys)

/** An address of a push service; the server knows which there are. */
const address = z.string().max(2_000, s.unknownService)

/** What the browser's `PushSubscription` says of itself. */
const subscription = strictBody({
  endpoint: address,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
})

/** Notifications of new requests on a device, also when no page of the clinic is open there. */
export const pushContract = {
  device: endpoint({
    method: 'GET',
    url: '/api/push/device',
    access: 'appointments.manage',
    summary: 'The key to subscribe with, and whether the device of this session is notified',
    // The first call makes the clinic's keys.
    database: 'transaction',
    writesOnRead: true,
    timeoutMs: 5_000,
    response: device,
  }),
  subscribe: endpoint({
    method: 'PUT',
    url: '/api/push/device',
    access: 'appointments.manage',
    summary: 'Notify the device of this session of new requests, until the person logs out on it',
    body: subscription,
    response: changed,
  }),
  keep: endpoint({
    method: 'POST',
    url: '/api/push/device',
    access: 'appointments.manage',
    summary: 'Take over the device that this person has left notified in an earlier session',
    body: strictBody({ endpoint: address }),
    response: changed,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    url: '/api/push/device',
    access: 'appointments.manage',
    summary: 'Notify the device of this session no more',
    response: changed,
  }),
}
