import { ECDH } from 'node:crypto'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { lockSession } from '#server/sessions/public.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { pushContract } from '#shared/push/contract.ts'
import { pushMessages as s } from '#shared/push/messages.ts'
import * as queries from './queries.ts'

type Device = Answer<typeof pushContract.device>['data']
type Changed = Answer<typeof pushContract.subscribe>['data']
type Subscription = Parsed<typeof pushContract.subscribe>['body']

/** The clinic's public push key. The first call creates the key pair; only the sender reads the private key. */
async function publicKey({ tx, now }: Context): Promise<string> {
  const there = await queries.keys(tx)
  if (there) return there.public_key
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  await queries.insertKeys(tx, { public_key: made.publicKey, private_key: made.privateKey, created_at: now })
  // If two calls create a pair at the same time, both return the one that was stored.
  return (await queries.keys(tx))!.public_key
}

export const device = async (context: Context<Principal>): Promise<Device> => ({
  public_key: await publicKey(context),
  subscribed: await queries.hasSubscription(context.tx, context.user.session_id),
})

/** True if the key is a valid point of the curve, so that messages can be encrypted with it. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/** The sessions of subscribed devices, which are kept after they expire. */
export const { sessionsOfDevices } = queries

/** The origins of the push services of all devices, for the system check. */
export const { subscribedServices } = queries

/** Subscribes the browser of this session to notifications; an earlier subscription of the same session ends. */
export async function subscribe(
  context: Context<Principal>,
  { endpoint: named, keys }: Subscription,
  services: readonly string[],
): Promise<Changed> {
  const { tx, user, now } = context
  const endpoint = addressAtPushService(named, services)
  if (endpoint === null) throw invalid('endpoint', s.unknownService)
  if (!isPublicKey(keys.p256dh)) throw invalid('keys', s.brokenKeys)
  // The lock makes this subscription and a concurrent log-out, which ends the session, run one after the other.
  if (!(await lockSession(tx, user.session_id)))
    throw new AppError('unauthenticated', callMessages.authenticationRequired)
  // Creates the clinic's push keys if there are none, because a notification cannot be sent without them.
  await publicKey(context)
  await queries.saveSubscription(tx, { id: newId(), session_id: user.session_id, endpoint, ...keys, created_at: now })
  await writeAuditLog(context, { type: 'push.device.added', subjectId: user.id, parameters: {} })
  return { subscribed: true }
}

/**
 * Moves an existing subscription of the same person to their new session, so that a log-out of that session ends the
 * subscription. Returns false for all other devices.
 */
export async function keep(context: Context<Principal>, named: string, services: readonly string[]): Promise<Changed> {
  const { tx, user } = context
  const endpoint = addressAtPushService(named, services)
  const there = endpoint === null ? undefined : await queries.subscriptionAt(tx, endpoint)
  if (endpoint === null || there?.user_id !== user.id) return { subscribed: false }
  if (there.session_id === user.session_id) return { subscribed: true }
  if (!(await lockSession(tx, user.session_id)))
    throw new AppError('unauthenticated', callMessages.authenticationRequired)
  await queries.deleteSubscription(tx, user.session_id, endpoint)
  await queries.moveToSession(tx, there.id, user.session_id)
  await writeAuditLog(context, { type: 'push.device.kept', subjectId: user.id, parameters: {} })
  return { subscribed: true }
}

export async function unsubscribe(context: Context<Principal>): Promise<Changed> {
  const { tx, user } = context
  if (await queries.deleteSubscription(tx, user.session_id))
    await writeAuditLog(context, { type: 'push.device.removed', subjectId: user.id, parameters: {} })
  return { subscribed: false }
}

/** The push services of Chrome and Edge on Android, Firefox, Edge on Windows, and Safari. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
]

/**
 * The normalized URL of a subscription; null when it belongs to no push service. Other URLs are refused, because a
 * client could otherwise make the server send requests into the clinic's network. `further` are origins configured by
 * the operator.
 */
function addressAtPushService(text: string, further: readonly string[]): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, origin, href } = new URL(text)
  const isKnown = protocol === 'https:' && port === '' && known.some((pattern) => pattern.test(hostname))
  const isBare = username === '' && password === ''
  return isBare && (isKnown || further.includes(origin)) ? href : null
}
