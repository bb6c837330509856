import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'

async function secretIn(tx: Tx, table: queries.SecretTable, name: string, now: Date): Promise<Buffer> {
  const present = await queries.readSecret(tx, table, name)
  if (present) return present
  await queries.insertSecret(tx, table, { name, secret: randomBytes(32), created_at: now })
  return (await queries.readSecret(tx, table, name))!
}

/** A secret key of the clinic by name, created on first use. It never leaves the database and the server. */
export const serverSecret = (tx: Tx, name: string, now: Date): Promise<Buffer> =>
  secretIn(tx, 'server_secrets', name, now)

/**
 * Like `serverSecret`, for keys that must still work after a restore. These keys are part of backups, so they must not
 * grant any access.
 */
export const restorableSecret = (tx: Tx, name: string, now: Date): Promise<Buffer> =>
  secretIn(tx, 'kept_secrets', name, now)
