import { createHmac } from 'node:crypto'
import type { ReadTx } from './pool.ts'

/**
 * What is kept of an address: enough to tell that two people came from the same one, without telling which. `address`
 * is the one that is counted (`addressKey`: of IPv6 the /64). The key is the clinic's own and stands in the database.
 */
export async function hashAddress(tx: ReadTx, address: string): Promise<Buffer> {
  const { key } = await tx.selectFrom('address_hash_key').select('key').executeTakeFirstOrThrow()
  return createHmac('sha256', key).update(address).digest()
}
