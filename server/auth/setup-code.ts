import type { Tx } from '#server/db/pool.ts'
import { hasAdmin } from '#server/people/find-person.ts'
import * as queries from './queries.ts'
import { hashTypedCode, newTypedCode } from './typed-codes.ts'

const GROUPS = 3

/**
 * Codes issued within this time are all valid, because processes that start together each show one on their terminal.
 */
const TOGETHER_MS = 60_000

/**
 * Issues a one-time code for `/setup`, shown on the operator's terminal; codes of earlier starts become void. Null when
 * an admin exists already. The database stores only the hash.
 */
export async function issueSetupCode(tx: Tx, now: Date): Promise<string | null> {
  if (await hasAdmin(tx)) return null
  const code = newTypedCode(GROUPS)
  const since = new Date(now.getTime() - TOGETHER_MS)
  await queries.saveSetupCode(tx, hashTypedCode(code), { now, since })
  return code
}
