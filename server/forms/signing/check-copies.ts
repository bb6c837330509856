import { compareWithChain, type ChainHead, type CheckedRecord } from '#server/charts/public.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { isUnaltered } from './copy-hash.ts'
import * as views from './views.ts'

async function* copies(tx: ReadTx, branchId: string): AsyncGenerator<CheckedRecord[], void> {
  for await (const batch of inBatches(tx, views.copiesToCheck(tx, branchId)))
    yield batch.map(({ is_of_client, client_id, ...copy }) => ({
      id: copy.id,
      hash: copy.hash.toString('hex'),
      isUnaltered: is_of_client && isUnaltered(copy),
      client_id,
      title: copy.title,
      signed_on: manilaDate(copy.signed_at),
    }))
}

/**
 * Compares the signed copies of a branch with their hashes and with the chain. Finds copies that were altered, added or
 * deleted, or that belong to another client than the signer although no merge moved them.
 */
export const checkCopies = (tx: ReadTx, branchId: string, earlier?: ChainHead) =>
  compareWithChain(tx, { branchId, records: 'forms', earlier }, copies(tx, branchId))
