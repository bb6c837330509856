import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { Delivery, webhooksContract } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { TEST_EVENT } from '#shared/webhooks/event-names.ts'
import { hostOf, lockWebhook } from './manage-webhooks.ts'
import * as queries from './queries.ts'
import { sendEvent } from './send-deliveries.ts'
import { isSuccess, type SendOptions } from './send-request.ts'
import * as views from './views.ts'

const present = (row: views.DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event as Delivery['event'],
  record_id: row.record_id,
  changed: row.changed,
  occurred_at: isoInManila(row.occurred_at),
  state: row.state,
  tries: row.tries,
  next_try_at: row.state === 'waiting' ? isoInManila(row.next_try_at) : null,
  tried_at: row.tried_at && isoInManila(row.tried_at),
  status: row.status,
  error: row.error as Delivery['error'],
  duration_ms: row.duration_ms,
})

export async function listDeliveries(
  { tx }: ReadContext,
  query: Parsed<typeof webhooksContract.deliveries>['querystring'],
) {
  const { rows, total } = await views.deliveryPage(tx, query)
  return { data: rows.map(present), total, page: query.page, per_page: query.per_page }
}

async function readDelivery({ tx }: ReadContext, id: string): Promise<views.DeliveryRow> {
  const row = await views.deliveryById(tx, id)
  if (!row) throw new AppError('not_found', s.deliveryNotFound)
  return row
}

/** Sends an event again, with the same id. Throws a 409 if the webhook is off or the event still waits. */
export async function resendDelivery(context: Context<Principal>, id: string): Promise<Delivery> {
  const { tx, now } = context
  const { endpoint_id, event } = await readDelivery(context, id)
  const webhook = await lockWebhook(context, endpoint_id)
  if (!webhook.is_on) throw new AppError('conflict', s.isOff)
  if (event === TEST_EVENT) throw new AppError('conflict', s.isTest)
  if (!(await queries.requeueDelivery(tx, id, now))) throw new AppError('conflict', s.stillWaiting)
  await queries.addJobAt(tx, endpoint_id, now)
  await writeAuditLog(context, {
    type: 'webhooks.delivery.resent',
    subjectId: endpoint_id,
    parameters: { ...hostOf(webhook), event },
  })
  return present(await readDelivery(context, id))
}

/**
 * A test event waits a shorter time for the receiver than other events, because the browser waits 10 s for the result.
 */
const TEST_ANSWER_MS = 8_000

/**
 * Sends a test event now and stores the receiver's answer in the history of the webhook. A success shows that the
 * receiver works again, so it ends the pause after failures. A test is also possible while the webhook is off.
 */
export async function sendTest(
  context: DetachedContext<Principal>,
  webhookId: string,
  options: SendOptions,
): Promise<Delivery> {
  const { now } = context
  const webhook = await context.inTransaction((inside) => lockWebhook(inside, webhookId))
  const test = {
    id: newId(),
    event: TEST_EVENT as typeof TEST_EVENT,
    record_id: webhookId,
    changed: [],
    occurred_at: now,
  }
  const never = new AbortController().signal
  const answer = await sendEvent({ ...webhook, ...test }, now, { answerMs: TEST_ANSWER_MS, ...options }, never)
  return context.inTransaction(async (inside) => {
    const { is_on } = await lockWebhook(inside, webhookId)
    const { status, error, duration_ms } = answer
    const state = isSuccess(answer) ? ('sent' as const) : ('failed' as const)
    const result = { state, tries: 1, next_try_at: now, tried_at: now, status, error, duration_ms }
    await queries.insertDelivery(inside.tx, { ...test, ...result, endpoint_id: webhookId })
    await queries.updateWebhook(inside.tx, webhookId, {
      ...queries.lastAnswer(answer, now),
      ...(isSuccess(answer) && queries.healthy),
    })
    if (isSuccess(answer) && is_on) await queries.resume(inside.tx, webhookId, now)
    await writeAuditLog(inside, { type: 'webhooks.test.sent', subjectId: webhookId, parameters: hostOf(webhook) })
    return present(await readDelivery(inside, test.id))
  })
}
