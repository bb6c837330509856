import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { WalkIns } from '#server/db/schema.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'

/** Returns the next number of a business date. The counter row stays locked until the transaction ends. */
export async function takeNumber(tx: Tx, branchId: string, date: CivilDate): Promise<number> {
  const { last_number } = await tx
    .insertInto('walk_in_counters')
    .values({ branch_id: branchId, business_date: date, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['branch_id', 'business_date'])
        .doUpdateSet({ last_number: sql`walk_in_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

export const insertWalkIn = (tx: Tx, row: Insertable<WalkIns>) => tx.insertInto('walk_ins').values(row).execute()

/**
 * Locks a walk-in until the transaction ends. The caller must read the walk-in after locking, to see its current state.
 */
export const lockWalkIn = (tx: Tx, id: string) =>
  tx.selectFrom('walk_ins').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

type Change =
  | { state: 'waiting' | 'left'; updated_at: Date }
  | { state: 'taken-in'; appointment_id: string; updated_at: Date }

export const updateWalkIn = (tx: Tx, id: string, change: Change) =>
  tx.updateTable('walk_ins').set(change).where('id', '=', id).execute()

/** Marks a walk-in who is waiting or has left as paid. Returns the id; undefined if the walk-in is in another state. */
export const payWalkIn = (tx: Tx, id: string, branchId: string, saleId: string, now: Date) =>
  tx
    .updateTable('walk_ins')
    .set({ state: 'paid', sale_id: saleId, updated_at: now })
    .where('id', '=', id)
    .where('branch_id', '=', branchId)
    .where('state', 'in', ['waiting', 'left'])
    .returning('id')
    .executeTakeFirst()

/** Puts the walk-in of a sale back into the queue. Returns the id; undefined if the sale has no walk-in. */
export const unpayWalkIn = (tx: Tx, saleId: string, now: Date) =>
  tx
    .updateTable('walk_ins')
    .set({ state: 'waiting', sale_id: null, updated_at: now })
    .where('sale_id', '=', saleId)
    .returning('id')
    .executeTakeFirst()

/** Deletes the walk-ins of days past their retention period, and the counters of queue numbers of these days. */
export async function deleteOldWalkIns(tx: Tx, now: Date): Promise<void> {
  const oldest = manilaDate(retainedSince('walkIns', now))
  await tx.deleteFrom('walk_ins').where('business_date', '<', oldest).execute()
  await tx.deleteFrom('walk_in_counters').where('business_date', '<', oldest).execute()
}
