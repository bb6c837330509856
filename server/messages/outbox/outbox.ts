import { sql } from 'kysely'
import { executeAtCommit } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import type { CommitHook } from '#server/lib/commit-queue.ts'
import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { NO_ANSWER } from '#server/messages/transport/sms-gateway.ts'
import {
  channelsOf,
  isOnByDefault,
  type Channel,
  type Channels,
  type MessageType,
} from '#shared/messages/message-types.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'

/** A new message: its type (`occasion`) and its subject. The same version of a subject is announced only once. */
export type NewMessage = {
  branchId: string
  occasion: MessageType
  /** The visit, document or person that the message is about. */
  subjectId: string
  version: number
  /** Values for the text of the message that cannot be read from the database when the message is sent. */
  parameters?: object
  /** The delay in milliseconds, in which staff can undo the change. */
  delayMs?: number
  /** Send only on this channel; by default on each channel of the message type. */
  only?: Channel
  /** If set, the message is recorded but not sent, for this reason. */
  skipped?: string
}

/** The task name of the job that sends one message. */
export const SEND_TASK = 'send-message'
const NO_SERVER = { email: 'no-email-server', sms: 'no-sms-gateway' }

function rowsOf(message: NewMessage, channels: Channels, now: Date) {
  const { branchId, occasion, subjectId, version, parameters = {}, delayMs = 0, skipped = null, only } = message
  const at = new Date(now.getTime() + delayMs)
  const row = { branch_id: branchId, occasion, subject_id: subjectId, version, parameters }
  return (only ? [only] : channelsOf(occasion)).map((channel) => ({
    ...row,
    id: newId(),
    channel,
    send_at: sendingTime({ occasion, channel }, at),
    usual: isOnByDefault(channel, occasion),
    refused: skipped ?? (channels[channel] ? null : NO_SERVER[channel]),
  }))
}

/**
 * The statement that inserts messages. It also reads whether the clinic sends the message type and has a mail server,
 * so that the callers need not read these settings. A mail server of the settings counts in addition to `channels`,
 * which are those of the environment.
 */
const inserted = (messages: readonly NewMessage[], channels: Channels, now: Date) => sql`
  insert into messages (id, branch_id, occasion, channel, subject_id, version, parameters, state, reason, send_at,
    created_at, updated_at)
  select w.id, w.branch_id, w.occasion, w.channel, w.subject_id, w.version, w.parameters,
    case when coalesce(o.is_on, w.usual) and r.reason is null then 'queued' else 'skipped' end,
    case when coalesce(o.is_on, w.usual) then r.reason else 'off' end,
    w.send_at, ${now}, ${now}
  from jsonb_to_recordset(${JSON.stringify(messages.flatMap((each) => rowsOf(each, channels, now)))}::jsonb) as w(id uuid,
    branch_id uuid, occasion text, channel text, subject_id uuid, version bigint, parameters jsonb,
    send_at timestamptz, refused text, usual boolean)
  cross join lateral (select case when w.refused = ${NO_SERVER.email}
    and exists (select from mail_servers m where m.branch_id = w.branch_id) then null else w.refused end as reason) r
  left join message_occasions o
    on (o.branch_id, o.occasion, o.channel) = (w.branch_id, w.occasion, w.channel)
  where w.channel = 'email' or coalesce(o.is_on, w.usual)
  on conflict on constraint messages__once do nothing
  returning id, state, send_at`

/** SQL that adds the job that sends a message; the job of a message that is due runs at once. */
const jobOf = (now: Date) => sql`graphile_worker.add_job(${sql.lit(SEND_TASK)}, json_build_object('id', id),
  run_at := case when send_at > ${now} then send_at end, max_attempts := 5, job_key := id::text)`

/**
 * Writes messages into the outbox in the transaction of their change. Each queued message gets its job in the same
 * statement, and the commit notifies the job runner.
 */
export async function saveMessages(
  tx: Tx,
  { messages, channels, now }: { messages: readonly NewMessage[]; channels: Channels; now: Date },
): Promise<void> {
  if (messages.length === 0) return
  const told = inserted(messages, channels, now)
  await executeAtCommit(
    tx,
    sql`with told as (${told}) select ${jobOf(now)} from told where state = 'queued'`.compile(tx),
  )
}

const saveEnqueued: CommitHook<NewMessage> = ({ tx, now, channels }, messages) =>
  saveMessages(tx, { messages, channels, now })

/** Queues a message, which is written to the outbox when the request's change commits. */
export const enqueueMessage = (context: Context, message: Omit<NewMessage, 'branchId'>): void =>
  context.atCommit(saveEnqueued, { ...message, branchId: context.branchId })

const claimed = [
  'id',
  'branch_id',
  'occasion',
  'channel',
  'subject_id',
  'version',
  'parameters',
  'tries',
  'unanswered',
  'created_at',
] as const

/**
 * Claims a queued message, so that no other process sends it too, and returns it. Returns undefined if the message does
 * not exist or is not queued.
 */
export const claimMessage = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('messages')
    .set({ state: 'sending', updated_at: now, tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(claimed)
    .$narrowType<{ occasion: MessageType; channel: Channel }>()
    .executeTakeFirst()

export type ClaimedMessage = NonNullable<Awaited<ReturnType<typeof claimMessage>>>

/**
 * Records in a message which appointment start it announces; later messages compare the start that they would announce
 * with the recorded one.
 */
export const recordNotifiedStart = (tx: Tx, id: string, startsAt: Date) =>
  tx
    .updateTable('messages')
    .set({ parameters: sql`parameters || ${JSON.stringify({ told_start: startsAt.toISOString() })}::jsonb` })
    .where('id', '=', id)
    .execute()

/** Records the result of sending a message; does nothing if another process has taken the message meanwhile. */
export const recordMessage = (
  tx: Tx,
  id: string,
  values: { state: 'sent' | 'failed' | 'skipped'; reason: string | null; isUnanswered?: boolean; now: Date },
) =>
  tx
    .updateTable('messages')
    .set({
      state: values.state,
      reason: values.reason,
      updated_at: values.now,
      unanswered: sql<number>`unanswered + ${values.isUnanswered ? 1 : 0}`,
      sent_at: values.state === 'sent' ? values.now : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()

/** Puts a claimed message back into the queue with a new job: `reason` says why a try failed; null without a try. */
export const postponeMessage = (
  tx: Tx,
  id: string,
  { sendAt, reason, isUnanswered, now }: { sendAt: Date; reason: string | null; isUnanswered: boolean; now: Date },
) =>
  sql`with told as (
    update messages set state = 'queued', reason = ${reason}, send_at = ${sendAt}, updated_at = ${now},
      unanswered = unanswered + ${isUnanswered ? 1 : 0}
    where id = ${id} and state = 'sending' returning id, send_at
  ) select ${jobOf(now)} from told`.execute(tx)

/** Queues a sent, failed or skipped message again. Returns false if it is already queued or unknown. */
export async function requeueMessage(
  tx: Tx,
  id: string,
  { branchId, sendAt, now }: { branchId: string; sendAt: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`with told as (
    update messages set state = 'queued', reason = null, send_at = ${sendAt}, updated_at = ${now}, created_at = ${now},
      sent_at = null, tries = 0, unanswered = 0
    where id = ${id} and branch_id = ${branchId} and state in ('sent', 'failed', 'skipped') returning id, send_at
  ) select ${jobOf(now)} from told`.execute(tx)
  return rows.length === 1
}

/** When a message has been in progress for this many milliseconds, the process that sends it counts as dead. */
const LOST_MS = 120_000

/** An SMS for which the gateway gave no answer may have arrived, so it is sent at most this many times. */
const MOST_UNANSWERED = 3

/**
 * Adds a job for each due message that has none because a process died or the database was restored. A message whose
 * process died between sending and recording is sent again; for an SMS this counts as a try without an answer of the
 * gateway, and the SMS fails after the last such try. A job that a dead process has locked is ignored; the job runner
 * alone would wait four hours for it.
 */
export async function recoverMessages(tx: Tx, now: Date): Promise<void> {
  const lostAt = new Date(now.getTime() - LOST_MS)
  await sql`with given_up as (
    update messages set state = 'failed', reason = ${NO_ANSWER}, updated_at = ${now}, unanswered = unanswered + 1
    where state = 'sending' and updated_at < ${lostAt} and channel = 'sms' and unanswered >= ${MOST_UNANSWERED - 1}
  ), lost as (
    update messages set state = 'queued', updated_at = ${now}, unanswered = unanswered + (channel = 'sms')::int
    where state = 'sending' and updated_at < ${lostAt} and (channel <> 'sms' or unanswered < ${MOST_UNANSWERED - 1})
    returning id, send_at
  ), due as (
    select id, send_at from messages where state = 'queued' and send_at <= ${now}
    and not exists (select from graphile_worker.jobs where key = messages.id::text and attempts < max_attempts
      and (locked_at is null or locked_at > ${lostAt}))
  ) select ${jobOf(now)} from (select * from lost union select * from due) told`.execute(tx)
}

/**
 * Withdraws unsent messages about a version of a subject. Returns whether one was already sent. Two statements are
 * needed: the update waits for a job that is just claiming a message, and only a later statement sees that claim.
 */
export async function withdrawMessages(
  tx: Tx,
  subjectId: string,
  { version, reason, now }: { version: number; reason: string; now: Date },
): Promise<boolean> {
  await tx
    .updateTable('messages')
    .set({ state: 'skipped', reason, updated_at: now })
    .where('subject_id', '=', subjectId)
    .where('version', '=', version)
    .where('state', '=', 'queued')
    .execute()
  const sent = await tx
    .selectFrom('messages')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('version', '=', version)
    .where('state', 'in', ['sending', 'sent'])
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/** Moves unsent messages about a version to a later version that has no message of its own. */
export const moveMessagesToVersion = (tx: Tx, subjectId: string, { from, to }: { from: number; to: number }) =>
  tx
    .updateTable('messages')
    .set({ version: to })
    .where('subject_id', '=', subjectId)
    .where('version', '=', from)
    .where('state', '=', 'queued')
    .execute()

/** A sending time is reserved at most this far ahead. A later stored time comes from a wrong clock and is ignored. */
const MAX_AHEAD_MS = 30_000

/** Reserves the next sending time of a channel that sends one message every `everyMs`. */
export async function reserveSendingTime(tx: Tx, channel: string, everyMs: number, now: Date): Promise<Date> {
  const latest = new Date(now.getTime() + MAX_AHEAD_MS)
  const row = await tx
    .insertInto('message_pace')
    .values({ channel, free_at: new Date(now.getTime() + everyMs) })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet({
        free_at: sql<Date>`least(greatest(message_pace.free_at, ${now}), ${latest})
          + make_interval(secs => ${everyMs / 1000})`,
      }),
    )
    .returning('free_at')
    .executeTakeFirstOrThrow()
  return new Date(row.free_at.getTime() - everyMs)
}

/** Deletes messages that are older than their retention period, except those that are still queued or being sent. */
export const deleteOldMessages = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('messages')
    .where('created_at', '<', retainedSince('messages', now))
    .where('state', 'in', ['sent', 'failed', 'skipped'])
    .execute()
