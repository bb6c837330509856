import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** Returns how many visits of a client were cancelled because the client did not come, and the date of the last one. */
export const countNoShows = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('appointments')
    .select((count) => [
      count.fn.countAll<number>().as('no_shows'),
      sql<CivilDate | null>`max(appointment_date)`.as('last_date'),
    ])
    .where('client_id', '=', clientId)
    .where('cancel_reason', '=', 'no-show')
    .executeTakeFirstOrThrow()

/**
 * Returns the last business date on which a client's visit was completed or a service was sold to the client. Returns
 * null if there is none. The date is computed from visits and sold services.
 */
export async function lastVisitOf(tx: ReadTx, clientId: string): Promise<CivilDate | null> {
  const found = await sql<{ last_visit: CivilDate | null }>`
    select greatest(
      (select max(date) from client_services where client_id = ${clientId}),
      (select max(appointment_date) from appointments where client_id = ${clientId} and status = 'completed')
    ) as last_visit`.execute(tx)
  return found.rows[0]!.last_visit
}

/** Counts a client's unfinished upcoming appointments. */
export const countOpenBookings = async (tx: ReadTx, clientId: string, now: Date): Promise<number> =>
  (
    await tx
      .selectFrom('appointments')
      .select((count) => count.fn.countAll<number>().as('open'))
      .where('client_id', '=', clientId)
      .where('starts_at', '>', now)
      .where('status', 'not in', ['completed', 'cancelled'])
      .executeTakeFirstOrThrow()
  ).open

/** Counts a client's appointments that occupy a slot on `today` or later. */
export const countAppointmentsFrom = async (tx: ReadTx, clientId: string, today: CivilDate): Promise<number> =>
  (
    await tx
      .selectFrom('appointments')
      .select((count) => count.fn.countAll<number>().as('ahead'))
      .where('client_id', '=', clientId)
      .where('appointment_date', '>=', today)
      .where('status', 'not in', ['completed', 'cancelled'])
      .executeTakeFirstOrThrow()
  ).ahead

/**
 * Returns the number of unconfirmed visits that unknown clients booked from an IP address, which is given as a hash.
 */
export const countFirstVisitsFrom = async (tx: ReadTx, address: Buffer): Promise<number> =>
  (
    await tx
      .selectFrom('appointments')
      .select((count) => count.fn.countAll<number>().as('held'))
      .where('lapses_at', 'is not', null)
      .where('address_hash', '=', address)
      .executeTakeFirstOrThrow()
  ).held
