import { randomInt } from 'node:crypto'
import { requeueMessage } from '#server/db/outbox.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { findPersonOfClient } from '#server/people/find-person.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { messagesContract, OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import {
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
  if (reach[channel] === null) throw new AppError('conflict', channel === 'email' ? s.testNeedsServer : s.smsOff)
  const occasion = message.occasion as Occasion
  const queued = await requeueMessage(tx, id, { branchId, sendAt: sendingTime(occasion, now), now })
  if (!queued) throw new AppError('conflict', s.cannotResend)
  const name = message.person ?? s.nobody
  await writeAuditLog(context, {
    type: 'messages.message.resent',
    subjectId: null,
    parameters: { occasion, channel, name },
  })
}

/** Sends a test e-mail to whoever asks for it. Throws 409 when there is no server, or no address. */
export async function sendTest(context: Context<Principal>, reach: Reach): Promise<string> {
  const { user } = context
  if (reach.email === null) throw new AppError('conflict', s.testNeedsServer)
  if (user.email === null) throw new AppError('conflict', s.testNeedsEmail)
  context.enqueue({ occasion: 'test', subjectId: user.id, version: randomInt(2 ** 47) })
  await writeAuditLog(context, { type: 'messages.test.sent', subjectId: null, parameters: {} })
  return s.testQueued(user.email)
}

/** So many are shown on the client's page. */
const MOST_OF_CLIENT = 20

/** Staff send again what is about a visit or a receipt; what opens an account is asked for by the person. */
const isForStaff = (occasion: string) => isVisitOccasion(occasion) || occasion === 'receipt'

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
