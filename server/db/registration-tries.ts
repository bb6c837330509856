import { sql } from 'kysely'
import type { ReadTx, Tx } from './pool.ts'

/** The first key of the advisory lock that serializes registrations from one address. */
const REGISTRATION_LOCK = 7_002

const windowStart = (now: Date, windowSeconds: number) => new Date(now.getTime() - windowSeconds * 1000)

/** Counts registrations from one address one after the other; the lock lasts until the transaction ends. */
export const lockRegistrations = (tx: Tx, address: Buffer) =>
  sql`select pg_advisory_xact_lock(${REGISTRATION_LOCK}, ${address.readInt32BE(0)})`.execute(tx)

/**
 * The number of tries from an address within the last `windowSeconds`, without those of clients who have become known.
 */
export const countTries = async (tx: ReadTx, address: Buffer, windowSeconds: number, now: Date): Promise<number> =>
  (
    await tx
      .selectFrom('registration_tries')
      .select((count) => count.fn.countAll<number>().as('tries'))
      .where('address_hash', '=', address)
      .where('tried_at', '>', windowStart(now, windowSeconds))
      .executeTakeFirstOrThrow()
  ).tries

export const insertHit = (tx: Tx, row: { id: string; address_hash: Buffer; tried_at: Date }) =>
  tx.insertInto('registration_tries').values(row).execute()

/** Links the try to the new client, so that it is deleted when the client becomes known. */
export const setClientOfAttempt = (tx: Tx, id: string, clientId: string) =>
  tx.updateTable('registration_tries').set({ client_id: clientId }).where('id', '=', id).execute()

export const forgetTriesOfClient = (tx: Tx, clientId: string) =>
  tx.deleteFrom('registration_tries').where('client_id', '=', clientId).execute()

/** Deletes tries older than the window, with their addresses. */
export const sweepTries = (tx: Tx, windowSeconds: number, now: Date) =>
  tx.deleteFrom('registration_tries').where('tried_at', '<=', windowStart(now, windowSeconds)).execute()
