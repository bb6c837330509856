import { createHmac } from 'node:crypto'
import type { ReadTx } from './pool.ts'

/**
 * Hashes an IP address, so that the database shows whether two people used the same address without storing the
 * address. `address` is the result of `addressKey` (for IPv6 the /64). The key belongs to the clinic and is in the
 * database.
 */
export async function hashAddress(tx: ReadTx, address: string): Promise<Buffer> {
  const { key } = await tx.selectFrom('address_hash_key').select('key').executeTakeFirstOrThrow()
  return createHmac('sha256', key).update(address).digest()
}
