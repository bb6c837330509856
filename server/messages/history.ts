import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { findPersonOfClient } from '#server/people/find-person.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { messagesContract, OutboxMessage } from '#shared/messages/contract.ts'
import { MESSAGE_STATES, type Channel, type MessageState, type MessageType } from '#shared/messages/message-types.ts'
import { isForStaff } from './send-on-request.ts'
import * as views from './views.ts'

type List = typeof messagesContract.list
type OfClient = typeof messagesContract.ofClient
type Row = Awaited<ReturnType<typeof views.messagesPage>>[number]

const present = (row: Row): OutboxMessage => ({
  id: row.id,
  occasion: row.occasion as MessageType,
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

/** Lists messages, newest first, with the number in each state. */
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

/** The most messages that a client's page shows. */
const MOST_OF_CLIENT = 20

/** Lists a client's recent messages, newest first. Throws a 404 for an unknown client. */
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
