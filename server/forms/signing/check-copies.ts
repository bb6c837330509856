import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { isUnaltered } from './copy-hash.ts'
import * as views from './views.ts'

/** The result of comparing all signed copies with their hashes. */
type CopyCheck = { copies: number; altered: string[] }

/**
 * Finds signed copies that no longer match their hash, or that hang on the record of somebody else than the client who
 * signed them, apart from merges. Reads the copies in batches.
 */
export async function checkCopies(tx: ReadTx): Promise<CopyCheck> {
  const result: CopyCheck = { copies: 0, altered: [] }
  for await (const batch of inBatches(tx, views.copiesToCheck(tx))) {
    result.copies += batch.length
    for (const { is_of_client, client_id: _, ...copy } of batch)
      if (!is_of_client || !isUnaltered(copy)) result.altered.push(copy.id)
  }
  return result
}
