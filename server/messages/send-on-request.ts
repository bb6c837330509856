import { randomInt } from 'node:crypto'
import { appointmentsByIds, type AppointmentRow } from '#server/appointments/public.ts'
import { countTry, type RateLimit } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { findPerson, findPersonOfClient } from '#server/people/find-person.ts'
import { loggedSeries } from '#server/sales/documents/document-log.ts'
import { requireDocument } from '#server/sales/find-sale.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { formatPhone, mobileOf } from '#shared/lib/phone.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import {
  isClientMessageType,
  isDocumentMessageType,
  type Channel,
  type MessageType,
} from '#shared/messages/message-types.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'
import { receiptMailMessages } from '#shared/messages/sent-messages.ts'
import { documentMessageTypeOf } from './compose/compose-paper.ts'
import { startVersion, STATUSES_OF_MESSAGE } from './compose/compose-visit.ts'
import { isOn, messageTypeSettings } from './compose/templates.ts'
import { enqueueMessage, requeueMessage } from './outbox/outbox.ts'
import type { Reach } from './settings.ts'
import * as views from './views.ts'

/**
 * Queues a sent, skipped or failed message again. Throws a 404 for an unknown message, and a 409 if it is already
 * queued or its channel is not set up.
 */
export async function resendMessage(context: Context<Principal>, id: string, reach: Reach): Promise<void> {
  const { tx, branchId, now } = context
  const message = await views.messageById(tx, branchId, id)
  if (!message) throw new AppError('not_found', s.cannotResend)
  const channel = message.channel as Channel
  if (reach[channel] === null) throw new AppError('conflict', s.noServer[channel])
  const occasion = message.occasion as MessageType
  const queued = await requeueMessage(tx, id, { branchId, sendAt: sendingTime({ occasion, channel }, now), now })
  if (!queued) throw new AppError('conflict', s.cannotResend)
  const name = message.person ?? s.nobody
  await writeAuditLog(context, {
    type: 'messages.message.resent',
    subjectId: null,
    parameters: { occasion, channel, name },
  })
}

/** Returns the caller's own address for a channel. */
async function addressOf({ tx, user }: Context<Principal>, channel: Channel): Promise<string | null> {
  if (channel === 'email') return user.email
  return mobileOf((await findPerson(tx, user.id))?.contact_number ?? null)
}

/**
 * Sends a test message to its requester. Throws a 409 if the channel is not set up or the caller has no address, and a
 * 429 for too many tests, because an SMS costs money.
 */
export async function sendTest(
  context: Context<Principal>,
  { channel, reach, limit }: { channel: Channel; reach: Reach; limit: RateLimit },
): Promise<string> {
  const { tx, now, user } = context
  if (reach[channel] === null) throw new AppError('conflict', s.noServer[channel])
  const address = await addressOf(context, channel)
  if (address === null) throw new AppError('conflict', s.testNeeds[channel])
  if ((await countTry(tx, `message-test-${channel}`, user.id, limit, now)) > limit.tries)
    throw new AppError('too_many', s.tooManyTests, { retryAfter: limit.windowSeconds })
  enqueueMessage(context, { occasion: 'test', only: channel, subjectId: user.id, version: randomInt(2 ** 47) })
  await writeAuditLog(context, { type: 'messages.test.sent', subjectId: null, parameters: { channel } })
  return s.testQueued(channel === 'sms' ? formatPhone(address) : address)
}

/**
 * Staff may resend messages about a visit or a document; messages with access links must be requested by the person.
 */
export const isForStaff = (occasion: string) => isClientMessageType(occasion) || isDocumentMessageType(occasion)

/**
 * Queues a message to a client again. Throws a 404 for a message to somebody else, and a 409 if only the person or an
 * admin may request it.
 */
export async function resendToClient(
  context: Context<Principal>,
  { id: clientId, message: id }: { id: string; message: string },
  reach: Reach,
): Promise<void> {
  const occasion = await views.messageTypeToClient(context.tx, context.branchId, { clientId, id })
  if (occasion === undefined) throw new AppError('not_found', s.cannotResend)
  if (!isForStaff(occasion)) throw new AppError('conflict', s.notForStaff)
  await resendMessage(context, id, reach)
}

/** A second request to send the same receipt within this time, in milliseconds, sends nothing. */
const SAME_WISH_MS = 10_000

/**
 * Sends a receipt to its customer's e-mail address. Throws a 404 for an unknown document, and a 409 if there is no mail
 * server, no address, or the clinic has switched receipt e-mails off. Returns the text to show.
 */
export async function emailReceipt(context: Context<Principal>, id: string, reach: Reach): Promise<string> {
  const { tx, now, branchId } = context
  const document = await requireDocument(tx, id)
  if (reach.email === null) throw new AppError('conflict', s.noServer.email)
  const occasion = documentMessageTypeOf(document.kind)
  if (!(await isOn(tx, branchId, occasion, 'email'))) throw new AppError('conflict', receiptMailMessages.off[occasion])
  const client = document.client_id === null ? undefined : await findPersonOfClient(tx, document.client_id)
  const person = client && (await findPerson(tx, client.person_id))
  if (!person?.email) throw new AppError('conflict', receiptMailMessages.customerNeedsEmail)
  // The version contains the receipt's number, so that several receipts can be sent to one person at the same moment.
  const version = Math.floor(now.getTime() / SAME_WISH_MS) * 1_000_000 + (document.number % 1_000_000)
  enqueueMessage(context, { occasion, subjectId: person.id, version, parameters: { document_id: id } })
  await writeAuditLog(context, {
    type: 'messages.receipt.sent',
    subjectId: id,
    parameters: { receipt_number: document.number, ...loggedSeries(document, 'series'), name: person.name },
  })
  return receiptMailMessages.receiptQueued(person.name)
}

/** Returns the channels on which the client can be notified: set up, switched on, and with a known address. */
async function waysTo({ tx, branchId }: Context, visit: AppointmentRow, reach: Reach): Promise<Channel[]> {
  const person = await findPerson(tx, visit.user_id)
  const known = {
    email: (person?.email ?? null) !== null,
    sms: mobileOf(visit.contact_number ?? person?.contact_number ?? null) !== null,
  }
  const settings = await messageTypeSettings(tx, branchId)
  return settings.flatMap(({ occasion, channel, is_on }) =>
    occasion === 'must_move' && is_on && reach[channel] !== null && known[channel] ? [channel] : [],
  )
}

/**
 * Notifies the client that the visit must be moved: once for each start time of the visit, and again if the message did
 * not arrive. The visit itself does not change. Throws a 409 for a past visit, or if no message would reach the client.
 */
export async function askToMove(context: Context<Principal>, id: string, reach: Reach): Promise<string> {
  const { tx, now } = context
  const [visit] = await appointmentsByIds(tx, [id])
  if (!visit || visit.branch_id !== context.branchId) throw new AppError('not_found', appointmentMessages.notFound)
  if (!STATUSES_OF_MESSAGE.must_move.includes(visit.status) || visit.starts_at <= now)
    throw new AppError('conflict', s.visitOver)
  const message = { occasion: 'must_move', subjectId: id, version: startVersion(visit.starts_at) } as const
  const earlier = await views.messagesOfVersion(tx, message)
  if (earlier.some(({ state }) => state !== 'failed' && state !== 'skipped')) return s.toldAlready(visit.name)
  const ways = await waysTo(context, visit, reach)
  const [way] = ways
  if (way === undefined) throw new AppError('conflict', s.cannotReach(visit.name))
  enqueueMessage(context, message)
  // A failed message already exists and is queued again, not written twice.
  for (const { id: messageId, channel } of earlier) {
    const known = ways.find((one) => one === channel)
    if (known === undefined) continue
    const sendAt = sendingTime({ ...message, channel: known }, now)
    await requeueMessage(tx, messageId, { branchId: context.branchId, sendAt, now })
  }
  const { name: client, appointment_date, appointment_time } = visit
  await writeAuditLog(context, {
    type: 'messages.move.asked',
    subjectId: id,
    parameters: { client, appointment_date, appointment_time },
  })
  return s.toldToMove(client, ways.length > 1 ? s.bothWays : s.ways[way])
}
