import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { purchases } from '#server/db/document-facts.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** A Manila date and the instant at which it begins. */
export type DayStart = { date: CivilDate; instant: Date }

/**
 * Counts the clients with an open account who had a visit or sale on the date or later, according to their records. The
 * index of these dates has one entry for each client, however many sales and visits the clinic has.
 */
export async function countActiveClients(tx: ReadTx, since: CivilDate): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select (select count(*) from clients where last_visit >= ${since})
      - (select count(*) from users join clients on clients.person_id = users.id
        where users.closed_at is not null and clients.last_visit >= ${since}) as active`.execute(tx)
  return rows[0]?.active ?? 0
}

/**
 * The number of different clients in two consecutive months: those with a sale that was not reversed or with a
 * completed appointment. Both queries are index-only scans.
 */
export async function countServedClients(
  tx: ReadTx,
  last: DayStart,
  present: DayStart,
  next: DayStart,
): Promise<{ present: number; last: number }> {
  const { rows } = await sql<{ present: number; last: number }>`
    with visits as (
      select client_id, business_date >= ${present.date} as is_present
      from ${purchases(tx, last.date, next.date)} as purchases
      union all
      select client_id, done_at >= ${present.instant}
      from appointments
      where status = 'completed' and done_at >= ${last.instant} and done_at < ${next.instant}
    )
    select count(*) filter (where is_present) as present, count(*) filter (where not is_present) as last
    from (select client_id, is_present from visits group by client_id, is_present) as catered
  `.execute(tx)
  return rows[0] ?? { present: 0, last: 0 }
}
