import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { executeAtCommit } from './pipeline.ts'
import type { ReadTx, Tx } from './pool.ts'
import { firstOf, prepared } from './prepared.ts'
import type { IdempotencyKeys } from './schema.ts'

/** `received`: the request body as it was sent, before default values are filled in. */
type IdempotentCall = { key: string; userId: string; methodAndPath: string; received: unknown; now: Date }

/**
 * JSON text that does not depend on the order of the fields. It is not `canonicalJson`, which writes keys that are numbers
 * in another order: stored hashes of calls that are repeated after an upgrade must stay the same.
 */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''

/**
 * First byte of hashes of received bodies (decision 85). Hashes of earlier versions lack it and are one byte shorter.
 */
const RECEIVED_BODY_MARK = Buffer.from([2])
const SHA256_BYTES = 32

/** Throws a 422 for a body that is nested too deeply to serialize. */
function hashOf(received: unknown): Buffer {
  try {
    return Buffer.concat([RECEIVED_BODY_MARK, createHash('sha256').update(sortedJson(received)).digest()])
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('validation', requestRefusals.unreadable)
    throw error
  }
}

/**
 * True when a stored hash can belong to this body. Earlier versions hashed the body with that version's defaults, which
 * cannot be reproduced: for their hashes the key alone identifies the request.
 */
const matchesBody = (stored: Buffer, received: unknown): boolean =>
  stored.length === SHA256_BYTES || stored.equals(hashOf(received))

const insertedKey = prepared((db, { row }: { row: Insertable<IdempotencyKeys> }) =>
  db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key'),
)

type Claim = { kind: 'new' } | { kind: 'answered'; status: number; answer: string } | { kind: 'other-request' }

/**
 * Claims the key for this request inside its transaction. A second request with the same key waits until the first
 * commits or rolls back; then it gets the first one's response or claims the key itself.
 */
export async function claimKey(tx: Tx, call: IdempotentCall): Promise<Claim> {
  const claimed = {
    key: call.key,
    user_id: call.userId,
    method_and_path: call.methodAndPath,
    body_hash: hashOf(call.received),
    status: 0,
    answer: '',
    created_at: call.now,
  }
  if (await firstOf(tx, insertedKey({ row: claimed }))) return { kind: 'new' }
  const row = await tx.selectFrom('idempotency_keys').selectAll().where('key', '=', call.key).executeTakeFirstOrThrow()
  const isSame =
    row.user_id === call.userId &&
    row.method_and_path === call.methodAndPath &&
    matchesBody(row.body_hash, call.received)
  return isSame ? { kind: 'answered', status: row.status, answer: row.answer } : { kind: 'other-request' }
}

const savedAnswer = prepared((db, { key, ...answered }: { key: string; status: number; answer: string }) =>
  db.updateTable('idempotency_keys').set(answered).where('key', '=', key),
)

/** Stores the response with the key, in the same transaction as the change. */
export const saveAnswer = (tx: Tx, key: string, status: number, answer: string): Promise<void> =>
  executeAtCommit(tx, savedAnswer({ key, status, answer }))

/** The stored response to a key; null when the key is unknown or belongs to another call. */
export async function answerOfKey(tx: ReadTx, key: string, methodAndPath: string): Promise<string | null> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', key)
    .where('method_and_path', '=', methodAndPath)
    .executeTakeFirst()
  return row?.answer ?? null
}

export const deleteOldKeys = (tx: Tx, now: Date) =>
  tx.deleteFrom('idempotency_keys').where('created_at', '<', retainedSince('answers', now)).execute()
