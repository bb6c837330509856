import { sql } from 'kysely'
import { matchesPersonSearch } from '#server/db/search-conditions.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { MessageState } from '#shared/messages/message-types.ts'

/**
 * Messages with their visit and person. The person is the client of the visit, package or deposit, the client on the
 * waitlist, or the owner of the account.
 */
const rows = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('messages')
    .leftJoin('appointments', 'appointments.id', 'messages.subject_id')
    .leftJoin('waitlist_entries', 'waitlist_entries.id', 'messages.subject_id')
    .leftJoin('prepaid_accounts as package', (join) =>
      join.onRef('package.id', '=', 'messages.subject_id').on('package.kind', '=', 'package'),
    )
    .leftJoin('deposits', 'deposits.id', 'messages.subject_id')
    .leftJoin('clients', (join) =>
      join.on(
        'clients.id',
        '=',
        sql<string>`coalesce(appointments.client_id, waitlist_entries.client_id, package.client_id, deposits.client_id)`,
      ),
    )
    .leftJoin('users', (join) =>
      join.on('users.id', '=', sql<string>`coalesce(clients.person_id, messages.subject_id)`),
    )
    .where('messages.branch_id', '=', branchId)

type Filter = { state?: MessageState | undefined; search: string }

/**
 * The messages that match a search, without their visits and people. Those are joined only for the rows of one page,
 * because joining all of them is slow when there are many messages or no table statistics.
 */
const found = (tx: ReadTx, branchId: string, search: string) =>
  tx
    .selectFrom('messages')
    .where('messages.branch_id', '=', branchId)
    .$if(search !== '', (all) =>
      all.where('messages.id', 'in', rows(tx, branchId).where(matchesPersonSearch(search)).select('messages.id')),
    )

/** How many messages of each state the search finds. */
export const countByState = (tx: ReadTx, branchId: string, { search }: Filter) =>
  found(tx, branchId, search)
    .select(({ fn }) => ['messages.state', fn.countAll<number>().as('total')])
    .groupBy('messages.state')
    .execute()

/** One page of messages, the newest first. */
export const messagesPage = (
  tx: ReadTx,
  branchId: string,
  { state, search }: Filter,
  { page, per_page }: { page: number; per_page: number },
) =>
  rows(tx, branchId)
    .where(
      'messages.id',
      'in',
      found(tx, branchId, search)
        .$if(state !== undefined, (all) => all.where('messages.state', '=', state!))
        .select('messages.id')
        .orderBy('messages.created_at', 'desc')
        .orderBy('messages.id', 'desc')
        .limit(per_page)
        .offset((page - 1) * per_page),
    )
    .selectAll('messages')
    .select(['users.name as person', 'appointments.appointment_date', 'appointments.appointment_time'])
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .execute()

/** A message with the name of its recipient. */
export const messageById = (tx: ReadTx, branchId: string, id: string) =>
  rows(tx, branchId)
    .select(['messages.occasion', 'messages.channel', 'users.name as person'])
    .where('messages.id', '=', id)
    .executeTakeFirst()

/** The id of a message's recipient; undefined when the message has none. */
export const personOfMessage = async (tx: ReadTx, branchId: string, id: string): Promise<string | undefined> =>
  (await rows(tx, branchId).select('users.id').where('messages.id', '=', id).executeTakeFirst())?.id ?? undefined

/** When each unanswered request was booked, oldest first. Requests for a time that has passed are left out. */
export const pendingSince = async (tx: ReadTx, branchId: string, now: Date): Promise<Date[]> =>
  (
    await tx
      .selectFrom('appointments')
      .select('created_at')
      .where('branch_id', '=', branchId)
      .where('status', '=', 'pending')
      .where('starts_at', '>', now)
      .orderBy('created_at')
      .execute()
  ).map(({ created_at }) => created_at)

/** When a message of a type was last written for a subject; null if never. */
export const lastNotified = async (tx: ReadTx, subjectId: string, occasion: string): Promise<Date | null> =>
  (
    await tx
      .selectFrom('messages')
      .select(({ fn }) => fn.max('created_at').as('at'))
      .where('subject_id', '=', subjectId)
      .where('occasion', '=', occasion)
      .executeTakeFirst()
  )?.at ?? null

/** The messages about a version of a subject, one for each channel. */
export const messagesOfVersion = (
  tx: ReadTx,
  { subjectId, occasion, version }: { subjectId: string; occasion: string; version: number },
) =>
  tx
    .selectFrom('messages')
    .select(['id', 'channel', 'state'])
    .where('subject_id', '=', subjectId)
    .where('occasion', '=', occasion)
    .where('version', '=', version)
    .execute()

/** Messages to a client: about visits, waitlist offers, packages, deposits and the account. */
const toClient = (clientId: string) => sql<boolean>`messages.subject_id in (
  select id from appointments where client_id = ${clientId}
  union all select id from waitlist_entries where client_id = ${clientId}
  union all select id from prepaid_accounts where client_id = ${clientId} and kind = 'package'
  union all select id from deposits where client_id = ${clientId}
  union all select person_id from clients where id = ${clientId})`

/** The newest messages to a client. */
export const messagesToClient = (tx: ReadTx, branchId: string, clientId: string, most: number) =>
  rows(tx, branchId)
    .where(toClient(clientId))
    .selectAll('messages')
    .select(['users.name as person', 'appointments.appointment_date', 'appointments.appointment_time'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(most)
    .execute()

/** The type of a message to a client; undefined for a message to somebody else. */
export const messageTypeToClient = async (
  tx: ReadTx,
  branchId: string,
  { clientId, id }: { clientId: string; id: string },
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('messages')
      .select('occasion')
      .where('branch_id', '=', branchId)
      .where('id', '=', id)
      .where(toClient(clientId))
      .executeTakeFirst()
  )?.occasion

/**
 * What the client of an appointment knows from other messages about it. `last_start`: the start (ISO) that was last
 * announced on the same channel; of two messages in delivery the older one counts. `was_notified`: a message was sent.
 * `is_first_open`: the message about the booking itself is still queued, or was superseded. `is_confirmation_queued`: a
 * confirmation is queued, which will show the appointment as it is when sent.
 */
export async function notifiedBefore(tx: ReadTx, { id, subject_id, channel }: ClaimedMessage) {
  const result = await sql<{
    last_start: string | null
    was_notified: boolean
    is_first_open: boolean
    is_confirmation_queued: boolean
  }>`
    with others as (select * from messages where subject_id = ${subject_id} and id <> ${id})
    select
      exists (select from others where state in ('sent', 'sending')) as was_notified,
      exists (select from others where occasion in ('booked', 'confirmed')
        and (state = 'queued' or state = 'skipped' and reason in ('superseded', 'undone'))) as is_first_open,
      exists (select from others where occasion = 'confirmed' and state = 'queued') as is_confirmation_queued,
      (select coalesce(parameters ->> 'told_start', parameters ->> 'starts_at') from others
        where channel = ${channel} and parameters ?| array['told_start', 'starts_at']
          and (state = 'sent' or (state = 'sending' and id < ${id}))
        order by coalesce(sent_at, updated_at) desc, id desc limit 1) as last_start`.execute(tx)
  return result.rows[0]!
}
