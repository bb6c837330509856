import { createHash } from 'node:crypto'
import { keptSince } from '#server/lib/retention.ts'
import { executeAtCommit } from './pipeline.ts'
import type { ReadTx, Tx } from './pool.ts'

export type IdempotentCall = { key: string; userId: string; methodAndPath: string; body: unknown; now: Date }

const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest()

type Claim = { kind: 'new' } | { kind: 'answered'; status: number; answer: string } | { kind: 'other-request' }

/**
 * Takes the key for this request, inside its transaction. A second request with the same key waits here until the
 * first has committed or rolled back; then it reads the first one's answer, or takes the key itself.
 */
export async function claimKey(tx: Tx, call: IdempotentCall): Promise<Claim> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({
      key: call.key,
      user_id: call.userId,
      method_and_path: call.methodAndPath,
      body_hash: hashOf(call.body),
      status: 0,
      answer: '',
      created_at: call.now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return { kind: 'new' }
  const row = await tx.selectFrom('idempotency_keys').selectAll().where('key', '=', call.key).executeTakeFirstOrThrow()
  const same =
    row.user_id === call.userId && row.method_and_path === call.methodAndPath && row.body_hash.equals(hashOf(call.body))
  return same ? { kind: 'answered', status: row.status, answer: row.answer } : { kind: 'other-request' }
}

/** Keeps the answer beside the key, in the same transaction as what it tells. */
export async function keepAnswer(tx: Tx, key: string, status: number, answer: string): Promise<void> {
  const kept = tx.updateTable('idempotency_keys').set({ status, answer }).where('key', '=', key)
  await executeAtCommit(tx, kept.compile())
}

/** What was answered to the request of a key; null when the key is unknown, or of another call. */
export async function answerOfKey(tx: ReadTx, key: string, methodAndPath: string): Promise<string | null> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', key)
    .where('method_and_path', '=', methodAndPath)
    .executeTakeFirst()
  return row?.answer ?? null
}

export const forgetOldKeys = (tx: Tx, now: Date) =>
  tx.deleteFrom('idempotency_keys').where('created_at', '<', keptSince('answers', now)).execute()
