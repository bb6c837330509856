import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'

/** A key of the clinic by its name; made at the first need. It never leaves the database and the server. */
export async function serverSecret(tx: Tx, name: string, now: Date): Promise<Buffer> {
  const present = await queries.serverSecret(tx, name)
  if (present) return present
  await queries.insertServerSecret(tx, { name, secret: randomBytes(32), created_at: now })
  return (await queries.serverSecret(tx, name))!
}
