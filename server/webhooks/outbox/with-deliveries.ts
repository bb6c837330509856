import { sql, type OperationNodeSource, type RawBuilder } from 'kysely'
import type { Cause } from '#shared/webhooks/event-names.ts'

/** The task name of the job that sends the waiting events of one webhook. */
export const WEBHOOK_TASK = 'send-webhooks'
/** Messages have priority 0, and jobs with a higher number run later. */
export const WEBHOOK_PRIORITY = 10

const ofPerson = sql`(select id from clients where person_id = written.subject_id::uuid and merged_into is null)`
const ofRecord = sql`written.subject_id::uuid`

/**
 * Extends the statement that inserts an event of the history log: the same statement writes a delivery for each webhook
 * that has chosen the event, and adds the job that sends it. So webhooks add no round trip to a change. `for key share`
 * makes the statement wait while somebody deletes a webhook and then leave this webhook out; otherwise the foreign key
 * of the delivery would fail.
 *
 * The job has no key, because transactions with the same key would wait for each other.
 */
export const withDeliveries = (
  insertedEvent: OperationNodeSource,
  { event, isAboutPerson }: Cause,
): RawBuilder<unknown> => sql`
  with written as (${insertedEvent}), about as (
    select ${isAboutPerson ? ofPerson : ofRecord} as record_id, happened_at, changes from written
  ), delivered as (
    insert into webhook_deliveries (id, endpoint_id, event, record_id, changed, occurred_at, next_try_at)
    select gen_random_uuid(), e.id, ${sql.lit(event)}, record_id,
      array(select change ->> 'field' from jsonb_array_elements(changes) change), happened_at, happened_at
    from webhook_endpoints e, about
    where e.is_on and ${sql.lit(event)} = any(e.events) and record_id is not null
    for key share of e
    returning endpoint_id
  )
  select graphile_worker.add_job(${sql.lit(WEBHOOK_TASK)}, json_build_object('id', endpoint_id), max_attempts := 1,
    priority := ${sql.lit(WEBHOOK_PRIORITY)}) from delivered`
