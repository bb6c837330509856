import { sql } from 'kysely'
import { executeAtCommit } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import type { CommitHook } from '#server/lib/commit-queue.ts'
import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { keptSince } from '#server/lib/retention.ts'
import { NO_ANSWER } from '#server/messages/transport/sms-gateway.ts'
import { channelsOf, isOnByDefault, type Channel, type Channels, type Occasion } from '#shared/messages/occasions.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'

/** A message as a change hands it over: what happened to what. Nobody is told twice of one version of a subject. */
export type NewMessage = {
  branchId: string
  occasion: Occasion
  /** The visit, document or person that it is about. */
  subjectId: string
  version: number
  /** What the text needs besides the subject as it stands when it is sent. */
  parameters?: object
  /** How long it waits, so that whoever has told something can take it back; in milliseconds. */
  delayMs?: number
  /** On this way alone; else on each that the occasion has. */
  only?: Channel
  /** It is recorded and not sent, for this reason. */
  skipped?: string
}

/** The task of the job runner that sends one message, and the reasons why there is none. */
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

/** The switch of the occasion decides here, so that a change need not ask for it. */
const inserted = (messages: readonly NewMessage[], channels: Channels, now: Date) => sql`
  insert into messages (id, branch_id, occasion, channel, subject_id, version, parameters, state, reason, send_at,
    created_at, updated_at)
  select w.id, w.branch_id, w.occasion, w.channel, w.subject_id, w.version, w.parameters,
    case when coalesce(o.is_on, w.usual) and w.refused is null then 'queued' else 'skipped' end,
    case when coalesce(o.is_on, w.usual) then w.refused else 'off' end,
    w.send_at, ${now}, ${now}
  from jsonb_to_recordset(${JSON.stringify(messages.flatMap((each) => rowsOf(each, channels, now)))}::jsonb) as w(id uuid,
    branch_id uuid, occasion text, channel text, subject_id uuid, version bigint, parameters jsonb,
    send_at timestamptz, refused text, usual boolean)
  left join message_occasions o
    on (o.branch_id, o.occasion, o.channel) = (w.branch_id, w.occasion, w.channel)
  where w.channel = 'email' or coalesce(o.is_on, w.usual)
  on conflict on constraint messages__once do nothing
  returning id, state, send_at`

/** Has the runner send messages: at once what is due. */
const jobOf = (now: Date) => sql`graphile_worker.add_job(${sql.lit(SEND_TASK)}, json_build_object('id', id),
  run_at := case when send_at > ${now} then send_at end, max_attempts := 5, job_key := id::text)`

/**
 * Writes messages into the outbox, in the transaction of the change that they tell of. Each queued message gets its job
 * in the same statement; the job runner is notified by the commit.
 */
export async function saveMessages(
  tx: Tx,
  { messages, channels, now }: { messages: readonly NewMessage[]; channels: Channels; now: Date },
): Promise<void> {
  if (messages.length === 0) return
  const told = inserted(messages, channels, now)
  const hasJobs = channels.email || channels.sms
  const jobs = hasJobs ? sql`select ${jobOf(now)} from told where state = 'queued'` : sql`select from told`
  await executeAtCommit(tx, sql`with told as (${told}) ${jobs}`.compile(tx))
}

const saveEnqueued: CommitHook<NewMessage> = ({ tx, now, channels }, messages) =>
  saveMessages(tx, { messages, channels, now })

/** Queues a message to people, which is written into the outbox when the change of a request commits. */
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

/** Takes a queued message to send it; undefined when there is none, or another process has it. */
export const claimMessage = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('messages')
    .set({ state: 'sending', updated_at: now, tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(claimed)
    .$narrowType<{ occasion: Occasion; channel: Channel }>()
    .executeTakeFirst()

export type ClaimedMessage = NonNullable<Awaited<ReturnType<typeof claimMessage>>>

/** Records in a message which appointment start it announces; later messages compare their own start with it. */
export const recordToldStart = (tx: Tx, id: string, startsAt: Date) =>
  tx
    .updateTable('messages')
    .set({ parameters: sql`parameters || ${JSON.stringify({ told_start: startsAt.toISOString() })}::jsonb` })
    .where('id', '=', id)
    .execute()

/** Writes how it went; nothing when the message was taken from the caller meanwhile. */
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

/** Puts a message that could not be sent back into the queue, with its next job. */
export const postponeMessage = (
  tx: Tx,
  id: string,
  { sendAt, reason, isUnanswered, now }: { sendAt: Date; reason: string; isUnanswered: boolean; now: Date },
) =>
  sql`with told as (
    update messages set state = 'queued', reason = ${reason}, send_at = ${sendAt}, updated_at = ${now},
      unanswered = unanswered + ${isUnanswered ? 1 : 0}
    where id = ${id} and state = 'sending' returning id, send_at
  ) select ${jobOf(now)} from told`.execute(tx)

/** Queues a message anew that was sent, failed or skipped; false when it waits already, or is unknown. */
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

/** How long a message may be under way before the process that sends it counts as dead, in milliseconds. */
const LOST_MS = 120_000

/** An SMS without an answer may have arrived: it is sent so many times at most. */
const MOST_UNANSWERED = 3

/**
 * Gives a job to each due message that has none: those whose process died, and all of them after a restore. A message
 * whose process died between sending and recording is sent a second time; an SMS of it is one without an answer, and has
 * failed after the last of these. A job that a dead process has taken counts for none; the runner alone would wait for it
 * for four hours.
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

/** Takes back what was not sent yet about a version of a subject; answers whether something has left already. */
export async function withdrawMessages(
  tx: Tx,
  subjectId: string,
  { version, reason, now }: { version: number; reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ has_left: boolean }>`with withdrawn as (
    update messages set state = 'skipped', reason = ${reason}, updated_at = ${now}
    where subject_id = ${subjectId} and version = ${version} and state = 'queued'
  ) select exists (select from messages where subject_id = ${subjectId} and version = ${version}
    and state in ('sending', 'sent')) as has_left`.execute(tx)
  return rows[0]!.has_left
}

/** What was not sent yet about a version of a subject is told of a later one, of which nothing else is told. */
export const carryMessages = (tx: Tx, subjectId: string, { from, to }: { from: number; to: number }) =>
  tx
    .updateTable('messages')
    .set({ version: to })
    .where('subject_id', '=', subjectId)
    .where('version', '=', from)
    .where('state', '=', 'queued')
    .execute()

/** Nobody who takes a turn waits longer: a later one is from before somebody set the machine's clock right. */
const LONGEST_TURN_MS = 30_000

/** Takes the next turn of a channel that lets `everyMs` pass between two messages; answers when it comes. */
export async function takeTurn(tx: Tx, channel: string, everyMs: number, now: Date): Promise<Date> {
  const latest = new Date(now.getTime() + LONGEST_TURN_MS)
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

/** Messages that tell nothing any more. */
export const deleteOldMessages = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('messages')
    .where('created_at', '<', keptSince('messages', now))
    .where('state', 'in', ['sent', 'failed', 'skipped'])
    .execute()
