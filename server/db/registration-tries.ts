import { sql } from 'kysely'
import type { ReadTx, Tx } from './pool.ts'

/** The first half of the advisory lock's name: «somebody registers from this address». */
const REGISTRATION_LOCK = 7_002

const windowStart = (now: Date, windowSeconds: number) => new Date(now.getTime() - windowSeconds * 1000)

/** Lets one registration of an address after the other be counted; held until the end of the transaction. */
export const lockRegistrations = (tx: Tx, address: Buffer) =>
  sql`select pg_advisory_xact_lock(${REGISTRATION_LOCK}, ${address.readInt32BE(0)})`.execute(tx)

/** How many tries of an address the last `windowSeconds` have seen whose people are not proven. */
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

/** The try has made an account: it leaves when the person is proven. */
export const setClientOfAttempt = (tx: Tx, id: string, clientId: string) =>
  tx.updateTable('registration_tries').set({ client_id: clientId }).where('id', '=', id).execute()

export const forgetTriesOfClient = (tx: Tx, clientId: string) =>
  tx.deleteFrom('registration_tries').where('client_id', '=', clientId).execute()

/** Tries that lie longer back count no more, and nothing is kept of their addresses. */
export const sweepTries = (tx: Tx, windowSeconds: number, now: Date) =>
  tx.deleteFrom('registration_tries').where('tried_at', '<=', windowStart(now, windowSeconds)).execute()
