import { sql } from 'kysely'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { ReadTx, Tx } from './pool.ts'

/** The first half of the advisory lock's name: «somebody books a first visit from this address». */
const ADDRESS_LOCK = 7_003

export const lockAddress = (tx: Tx, address: Buffer) =>
  sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, ${address.readInt32BE(0)})`.execute(tx)

const countHeld = (tx: ReadTx) =>
  tx
    .selectFrom('appointments')
    .select((count) => count.fn.countAll<number>().as('held'))
    .where('lapses_at', 'is not', null)

/** How many half hours of a date are held for unproven people. */
export const countHeldOn = async (tx: ReadTx, date: CivilDate): Promise<number> =>
  (await countHeld(tx).where('appointment_date', '=', date).executeTakeFirstOrThrow()).held

/** How many visits are held that unproven people booked from an address. */
export const countHeldFrom = async (tx: ReadTx, address: Buffer): Promise<number> =>
  (await countHeld(tx).where('address_hash', '=', address).executeTakeFirstOrThrow()).held

/** First visits that are held no longer at `now`; those that somebody else holds are left out. */
export const lockLapsed = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('appointments')
      .select('id')
      .where('lapses_at', '<=', now)
      .orderBy('lapses_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
  ).map((row) => row.id)

/** The person is proven: what was held for them lapses no more. */
export const keepHeldVisits = (tx: Tx, clientId: string) =>
  tx
    .updateTable('appointments')
    .set({ lapses_at: null, address_hash: null })
    .where('client_id', '=', clientId)
    .where('lapses_at', 'is not', null)
    .execute()
