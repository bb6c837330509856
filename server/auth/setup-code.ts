import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { hasAdmin } from '#server/people/find-person.ts'
import * as queries from './queries.ts'

// No 0/O, 1/I/L and no U: the code is read from a terminal and typed.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** The hash of a code, however its letters, spaces and hyphens were typed. */
export const setupCodeHashOf = (typed: string): Buffer =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest()

/** Codes issued within this time all stay valid: processes that start together each show one on their terminal. */
const TOGETHER_MS = 60_000

/**
 * A new one-time code for `/setup`, for the operator's terminal; the code of an earlier start is void. Null when an
 * admin exists and nothing is left to set up. The database keeps only its hash.
 */
export async function issueSetupCode(tx: Tx, now: Date): Promise<string | null> {
  if (await hasAdmin(tx)) return null
  const code = newCode()
  const since = new Date(now.getTime() - TOGETHER_MS)
  await queries.saveSetupCode(tx, setupCodeHashOf(code), { now, since })
  return code
}
