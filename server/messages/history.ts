import { randomInt } from 'node:crypto'
import { enqueueMessage, requeueMessage } from '#server/messages/outbox/outbox.ts'
import { countHit, type RateLimit } from '#server/db/rate-windows.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { findPerson, findPersonOfClient } from '#server/people/find-person.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { formatPhone, mobileOf } from '#shared/lib/phone.ts'
import type { messagesContract, OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import {
  isPaperOccasion,
  isVisitOccasion,
  MESSAGE_STATES,
  type Channel,
  type MessageState,
  type Occasion,
} from '#shared/messages/occasions.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'
import type { Reach } from './settings.ts'
import * as views from './views.ts'

type List = typeof messagesContract.list
type OfClient = typeof messagesContract.ofClient
type Row = Awaited<ReturnType<typeof views.messagesPage>>[number]

const present = (row: Row): OutboxMessage => ({
  id: row.id,
  occasion: row.occasion as Occasion,
  channel: row.channel as Channel,
  state: row.state as MessageState,
  reason: row.reason,
  person: row.person,
  appointment_date: row.appointment_date,
  appointment_time: row.appointment_time,
  created_at: isoInManila(row.created_at),
  send_at: isoInManila(row.send_at),
  sent_at: row.sent_at && isoInManila(row.sent_at),
  tries: row.tries,
  unanswered: row.unanswered,
})

/** What was told to whom, the newest first, and how many messages there are of each state. */
export async function listMessages(
  { tx, branchId }: ReadContext,
  { page, per_page, search, state }: Parsed<List>['querystring'],
): Promise<Answer<List>> {
  const counted = await views.countByState(tx, branchId, { search })
  const totalOf = (wanted: MessageState) => counted.find((each) => each.state === wanted)?.total ?? 0
  const states: readonly MessageState[] = state ? [state] : MESSAGE_STATES
  const rows = await views.messagesPage(tx, branchId, { state, search }, { page, per_page })
  return {
    data: rows.map(present),
    total: states.reduce((sum, each) => sum + totalOf(each), 0),
    page,
    per_page,
    summary: Object.fromEntries(MESSAGE_STATES.map((each) => [each, totalOf(each)])) as Record<MessageState, number>,
  }
}

/** Queues a message again that was sent, skipped or not taken. Throws 409 for one that waits, and without a server. */
export async function resendMessage(context: Context<Principal>, id: string, reach: Reach): Promise<void> {
  const { tx, branchId, now } = context
  const message = await views.messageById(tx, branchId, id)
  if (!message) throw new AppError('not_found', s.cannotResend)
  const channel = message.channel as Channel
  if (reach[channel] === null) throw new AppError('conflict', s.noServer[channel])
  const occasion = message.occasion as Occasion
  const queued = await requeueMessage(tx, id, { branchId, sendAt: sendingTime({ occasion, channel }, now), now })
  if (!queued) throw new AppError('conflict', s.cannotResend)
  const name = message.person ?? s.nobody
  await writeAuditLog(context, {
    type: 'messages.message.resent',
    subjectId: null,
    parameters: { occasion, channel, name },
  })
}

/** What a test of a way is sent to, as the caller's profile has it. */
async function addressOf({ tx, user }: Context<Principal>, channel: Channel): Promise<string | null> {
  if (channel === 'email') return user.email
  return mobileOf((await findPerson(tx, user.id))?.contact_number ?? null)
}

/**
 * Sends a test on one way to whoever asks for it. Throws 409 where nothing is set up for it, or the caller has no address for
 * it, and 429 for too many: an SMS costs the clinic money.
 */
export async function sendTest(
  context: Context<Principal>,
  { channel, reach, limit }: { channel: Channel; reach: Reach; limit: RateLimit },
): Promise<string> {
  const { tx, now, user } = context
  if (reach[channel] === null) throw new AppError('conflict', s.noServer[channel])
  const address = await addressOf(context, channel)
  if (address === null) throw new AppError('conflict', s.testNeeds[channel])
  if ((await countHit(tx, `message-test-${channel}`, user.id, limit, now)) > limit.tries)
    throw new AppError('too_many', s.tooManyTests, { retryAfter: limit.windowSeconds })
  enqueueMessage(context, { occasion: 'test', only: channel, subjectId: user.id, version: randomInt(2 ** 47) })
  await writeAuditLog(context, { type: 'messages.test.sent', subjectId: null, parameters: { channel } })
  return s.testQueued(channel === 'sms' ? formatPhone(address) : address)
}

/** So many are shown on the client's page. */
const MOST_OF_CLIENT = 20

/** Staff send again what is about a visit or a document; what opens an account is asked for by the person. */
const isForStaff = (occasion: string) => isVisitOccasion(occasion) || isPaperOccasion(occasion)

/** What a client was told lately, the newest first. Throws a 404 for an unknown client. */
export async function listMessagesOfClient({ tx, branchId }: ReadContext, id: string): Promise<Answer<OfClient>> {
  if (!(await findPersonOfClient(tx, id))) throw new AppError('not_found', clientMessages.notFoundTitle)
  const found = await views.messagesToClient(tx, branchId, id, MOST_OF_CLIENT)
  return {
    data: found.map((row) => ({
      ...present(row),
      can_resend: isForStaff(row.occasion) && ['sent', 'failed', 'skipped'].includes(row.state),
    })),
    total: found[0]?.total ?? 0,
  }
}

/** Queues a message to a client again. Throws 404 for one to somebody else, 409 for what only the person or an admin asks for. */
export async function resendToClient(
  context: Context<Principal>,
  { id: clientId, message: id }: { id: string; message: string },
  reach: Reach,
): Promise<void> {
  const occasion = await views.occasionToClient(context.tx, context.branchId, { clientId, id })
  if (occasion === undefined) throw new AppError('not_found', s.cannotResend)
  if (!isForStaff(occasion)) throw new AppError('conflict', s.notForStaff)
  await resendMessage(context, id, reach)
}
