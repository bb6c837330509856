import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { newId } from '#server/lib/new-id.ts'
import { saveMessages } from '#server/messages/outbox/outbox.ts'
import { adminIds } from '#server/people/public.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { nextTryAfter } from '#shared/webhooks/back-off.ts'
import type { StopReason } from '#shared/webhooks/delivery.ts'
import { webhookBody, type WebhookEvent } from '#shared/webhooks/event-names.ts'
import * as queries from './queries.ts'
import { isSuccess, sendRequest, type SendOptions, type WebhookAnswer } from './send-request.ts'
import { signedHeaders } from './sign-request.ts'

export type WebhookServices = SendOptions & { db: Database; clock: () => Date; channels: Channels }

/** A job sends at most this many events before it lets other jobs run. */
const SENT_AT_ONCE = 20

type Signing = { secret: string; previous_secret: string | null; previous_secret_until: Date | null }
type Sent = Signing & {
  id: string
  url: string
  event: WebhookEvent
  record_id: string
  changed: readonly string[]
  occurred_at: Date
}

const secretsOf = ({ secret, previous_secret, previous_secret_until }: Signing, now: Date): string[] =>
  previous_secret !== null && previous_secret_until !== null && previous_secret_until > now
    ? [secret, previous_secret]
    : [secret]

/** Signs and sends one event. */
export function sendEvent(sent: Sent, now: Date, options: SendOptions, closing: AbortSignal): Promise<WebhookAnswer> {
  const { id, url, event, record_id: recordId, changed, occurred_at } = sent
  const body = JSON.stringify(webhookBody({ event, recordId, changed, occurredAt: isoInManila(occurred_at) }))
  const headers = signedHeaders(secretsOf(sent, now), { id, seconds: Math.floor(now.getTime() / 1000), body })
  return sendRequest({ url, headers, body }, options, closing)
}

/** What a receiver's answer means for the webhook: sending continues at once, at a later time, or not at all. */
type Verdict = { kind: 'go on' } | { kind: 'pause'; until: Date } | { kind: 'stop'; because: StopReason }

function judge({ failures, failing_since }: queries.TakenDelivery, answer: WebhookAnswer, now: Date): Verdict {
  if (isSuccess(answer)) return { kind: 'go on' }
  if (answer.status === 410) return { kind: 'stop', because: 'gone' }
  const until = nextTryAfter({ failures: failures + 1, since: failing_since ?? now, now })
  return until ? { kind: 'pause', until } : { kind: 'stop', because: 'failures' }
}

function deliveryAfter({ tries, first_failed_at }: queries.TakenDelivery, answer: WebhookAnswer, now: Date) {
  const tried = { tried_at: now, status: answer.status, error: answer.error, duration_ms: answer.duration_ms }
  if (isSuccess(answer)) return { ...tried, state: 'sent' as const }
  const since = first_failed_at ?? now
  const next = nextTryAfter({ failures: tries + 1, since, now })
  return { ...tried, first_failed_at: since, ...(next ? { next_try_at: next } : { state: 'failed' as const }) }
}

function webhookAfter(
  { failures, failing_since }: queries.TakenDelivery,
  answer: WebhookAnswer,
  verdict: Verdict,
  now: Date,
) {
  const last = queries.lastAnswer(answer, now)
  if (verdict.kind === 'go on') return { ...last, ...queries.healthy }
  const failed = { ...last, failures: failures + 1, failing_since: failing_since ?? now }
  return verdict.kind === 'pause'
    ? { ...failed, paused_until: verdict.until }
    : { ...failed, ...queries.stopped(verdict.because) }
}

type Job = { webhookId: string; leaseId: string }
type Stop = { webhookId: string; host: string; because: StopReason }

/** Logs that a webhook was switched off, and notifies each admin by e-mail. */
async function announceStop(tx: Tx, stop: Stop, { channels, now }: { channels: Channels; now: Date }): Promise<void> {
  const { webhookId, ...parameters } = stop
  await writeSystemLog(tx, now, { type: 'webhooks.webhook.stopped', subjectId: webhookId, parameters })
  const messages = (await adminIds(tx)).map((subjectId) => ({
    branchId: MAIN_BRANCH_ID,
    occasion: 'webhook_stopped' as const,
    subjectId,
    version: now.getTime(),
    parameters,
  }))
  await saveMessages(tx, { messages, channels, now })
}

type Answered = { job: Job; taken: queries.TakenDelivery; answer: WebhookAnswer }

/** Records a receiver's answer. Returns whether the job goes on with the next event. */
async function record(
  tx: Tx,
  { job, taken, answer }: Answered,
  { channels, now }: { channels: Channels; now: Date },
): Promise<boolean> {
  const verdict = judge(taken, answer, now)
  const isRecorded = await queries.recordAnswer(
    tx,
    { ...job, deliveryId: taken.id },
    { delivery: deliveryAfter(taken, answer, now), webhook: webhookAfter(taken, answer, verdict, now) },
  )
  if (!isRecorded) return false
  if (verdict.kind === 'pause') await queries.addJobAt(tx, job.webhookId, verdict.until)
  if (verdict.kind === 'stop')
    await announceStop(
      tx,
      { webhookId: job.webhookId, host: new URL(taken.url).host, because: verdict.because },
      { channels, now },
    )
  return verdict.kind === 'go on'
}

/**
 * Sends the due events of a webhook, one after the other. Only the process with the lease of the webhook sends, so the
 * events of a record arrive in order. A process that dies leaves its event waiting; when its lease has ended, the event
 * is sent again with the same id. The job ends after a failure, so that a receiver that does not answer blocks no other
 * jobs.
 */
export async function sendDeliveries(
  services: WebhookServices,
  webhookId: string,
  closing: AbortSignal,
): Promise<void> {
  const { db, clock, channels } = services
  const job = { webhookId, leaseId: newId() }
  try {
    for (let sent = 0; sent < SENT_AT_ONCE; sent++) {
      closing.throwIfAborted()
      const now = clock()
      const taken = await inTransaction(db, (tx) => queries.takeNext(tx, { ...job, now }))
      if (!taken) break
      const answer = await sendEvent(taken, now, services, closing)
      const goesOn = await inTransaction(db, (tx) => record(tx, { job, taken, answer }, { channels, now: clock() }))
      if (!goesOn) break
    }
  } finally {
    // Jobs are added only after the lease is released. The job of an event that was stored meanwhile may have ended
    // already, because it could not get the lease.
    await inTransaction(db, (tx) => queries.releaseLease(tx, job))
    await inTransaction(db, (tx) => queries.addDueJobs(tx, clock()))
  }
}

/** Adds a job for each webhook whose due events no process is sending. */
export const recoverWebhooks = ({ db, clock }: Pick<WebhookServices, 'db' | 'clock'>): Promise<unknown> =>
  inTransaction(db, (tx) => queries.addDueJobs(tx, clock()))
