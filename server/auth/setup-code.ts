import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { hasAdmin } from '#server/people/find-person.ts'
import * as queries from './queries.ts'

// Without 0/O, 1/I/L and U, because people read the code from a terminal and type it.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** The hash of a typed code; case, spaces and hyphens do not matter. */
export const setupCodeHashOf = (typed: string): Buffer =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest()

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
  const code = newCode()
  const since = new Date(now.getTime() - TOGETHER_MS)
  await queries.saveSetupCode(tx, setupCodeHashOf(code), { now, since })
  return code
}
