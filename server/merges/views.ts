import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** The last business date on which a visit of a client was completed or a service was done, of the rows that are there. */
export async function lastVisitOf(tx: ReadTx, clientId: string): Promise<CivilDate | null> {
  const { rows } = await sql<{ last_visit: CivilDate | null }>`
    select greatest(
      (select max(date) from client_services where client_id = ${clientId}),
      (select max(appointment_date) from appointments where client_id = ${clientId} and status = 'completed')
    ) as last_visit`.execute(tx)
  return rows[0]!.last_visit
}

/** True while the person waits for the clinic to close their account. */
export const hasOpenClosureRequest = async (tx: ReadTx, personId: string): Promise<boolean> =>
  (await tx
    .selectFrom('closure_requests')
    .select('id')
    .where('user_id', '=', personId)
    .where('state', '=', 'open')
    .executeTakeFirst()) !== undefined
