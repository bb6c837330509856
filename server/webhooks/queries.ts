import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { WebhookEndpoints, WebhookDeliveries } from '#server/db/schema.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { WEBHOOK_PRIORITY, WEBHOOK_TASK } from '#server/webhooks/outbox/with-deliveries.ts'
import type { StopReason } from '#shared/webhooks/delivery.ts'
import type { WebhookEvent } from '#shared/webhooks/event-names.ts'
import type { WebhookAnswer } from './send-request.ts'

export const insertWebhook = (tx: Tx, row: Insertable<WebhookEndpoints>) =>
  tx.insertInto('webhook_endpoints').values(row).execute()

export const updateWebhook = (tx: Tx, id: string, values: Updateable<WebhookEndpoints>) =>
  tx.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute()

/**
 * Changes the fields of a webhook that the form edits. Forms that were opened before the change are stale afterwards.
 */
export const changeWebhook = (
  tx: Tx,
  id: string,
  values: Pick<Updateable<WebhookEndpoints>, 'url' | 'description' | 'events'>,
) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = (tx: Tx, id: string) => tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()

/** Locks the list of webhooks, so that two people cannot both add the last webhook that the limit allows. */
export const lockList = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('mutya webhooks', 0))`.execute(tx)

export const lockWebhook = (tx: Tx, id: string) =>
  tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'is_on', 'stopped_because', 'secret', 'previous_secret', 'previous_secret_until'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
export type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

export const insertDelivery = (tx: Tx, row: Insertable<WebhookDeliveries>) =>
  tx.insertInto('webhook_deliveries').values(row).execute()

/** Queues an event again that was sent or has failed. Returns false if it is already waiting. */
export const requeueDelivery = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, first_failed_at: null, next_try_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .returning('id')
    .executeTakeFirst()) !== undefined

/** A process that has not renewed its lease for this long has died. A request takes at most 10 s. */
const LEASE_SECONDS = 30
/** How many webhooks are sent to at the same time at most, so that slow receivers do not block messages. */
const MOST_AT_ONCE = 2

type Taken = {
  id: string
  event: WebhookEvent
  record_id: string
  changed: string[]
  occurred_at: Date
  tries: number
  first_failed_at: Date | null
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  failures: number
  failing_since: Date | null
}
type Lease = { webhookId: string; leaseId: string; now: Date }

/**
 * Takes or renews the lease of a webhook and returns its next due event: the one with the fewest tries, and of these
 * the oldest. An event waits for the earlier ones about the same record. Returns undefined if nothing is due, if
 * another process has the lease, or if the webhook is off or paused.
 */
export async function takeNext(tx: Tx, { webhookId, leaseId, now }: Lease): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    with leased as (
      update webhook_endpoints set lease_id = ${leaseId},
        leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      where id = ${webhookId} and is_on and (paused_until is null or paused_until <= ${now})
        and (lease_id = ${leaseId} or ((leased_until is null or leased_until <= ${now})
          and (select count(*) from webhook_endpoints where leased_until > ${now}) < ${MOST_AT_ONCE}))
      returning id, url, secret, previous_secret, previous_secret_until, failures, failing_since
    )
    select next.*, url, secret, previous_secret, previous_secret_until, failures, failing_since
    from leased cross join lateral (
      select d.id, event, record_id, changed, occurred_at, tries, first_failed_at from webhook_deliveries d
      where endpoint_id = leased.id and state = 'waiting' and next_try_at <= ${now} and not exists (
        select from webhook_deliveries before where before.endpoint_id = d.endpoint_id
          and before.record_id = d.record_id and before.position < d.position and before.state = 'waiting')
      order by tries, position limit 1
    ) next`.execute(tx)
  return rows[0]
}
export type { Taken as TakenDelivery }

type Result = { delivery: Updateable<WebhookDeliveries>; webhook: Updateable<WebhookEndpoints> }

/**
 * Records a receiver's answer with its consequences for the event and the webhook. False if the process has lost its
 * lease or the webhook was deleted meanwhile; then nothing is recorded.
 */
export async function recordAnswer(
  tx: Tx,
  { deliveryId, webhookId, leaseId }: { deliveryId: string; webhookId: string; leaseId: string },
  { delivery, webhook }: Result,
): Promise<boolean> {
  const held = await tx
    .updateTable('webhook_endpoints')
    .set(webhook)
    .where('id', '=', webhookId)
    .where('lease_id', '=', leaseId)
    .returning('id')
    .executeTakeFirst()
  if (!held) return false
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...delivery, tries: sql<number>`tries + 1` })
    .where('id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .execute()
  return true
}

export const lastAnswer = ({ status, error }: WebhookAnswer, now: Date) => ({
  last_tried_at: now,
  last_status: status,
  last_error: error,
})

/** The columns of a webhook whose last request succeeded. */
export const healthy = { failures: 0, failing_since: null, paused_until: null } as const

export const stopped = (because: StopReason) => ({ is_on: false, stopped_because: because, paused_until: null })

export const releaseLease = (tx: Tx, { webhookId, leaseId }: Pick<Lease, 'webhookId' | 'leaseId'>) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ lease_id: null, leased_until: null })
    .where('id', '=', webhookId)
    .where('lease_id', '=', leaseId)
    .execute()

const job = (id: ReturnType<typeof sql>, runAt: ReturnType<typeof sql>) => sql`
  graphile_worker.add_job(${sql.lit(WEBHOOK_TASK)}, json_build_object('id', ${id}), max_attempts := 1,
    priority := ${sql.lit(WEBHOOK_PRIORITY)}, run_at := ${runAt}, job_key := 'webhook-' || ${id})`

/**
 * Adds a job for each webhook with due events that no process is sending: after a pause has ended, after a job that
 * sent its maximum of events, and after a process that died.
 */
export const addDueJobs = (tx: Tx, now: Date) =>
  sql`select ${job(sql`id`, sql`null`)} from webhook_endpoints e
    where is_on and (paused_until is null or paused_until <= ${now}) and (leased_until is null or leased_until <= ${now})
      and exists (select from webhook_deliveries
        where endpoint_id = e.id and state = 'waiting' and next_try_at <= ${now})`.execute(tx)

/** Adds a job that sends the waiting events of a webhook at a later time, such as the end of a pause. */
export const addJobAt = (tx: Tx, webhookId: string, at: Date) =>
  sql`select ${job(sql`${webhookId}::text`, sql`${at}::timestamptz`)}`.execute(tx)

/** Sends the waiting events of a webhook now, as if they had never been tried. */
export async function resume(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ tries: 0, first_failed_at: null, next_try_at: now })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
  await addJobAt(tx, webhookId, now)
}

/** Deletes events that happened long ago, sent or not. */
export const deleteOldDeliveries = (tx: Tx, now: Date) =>
  tx.deleteFrom('webhook_deliveries').where('occurred_at', '<', retainedSince('webhooks', now)).execute()
