import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { isInRange, newClients, onDates, outcomes } from '#server/reports/public.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'

/**
 * A period of a branch. Visits and sales after `until` are left out, to compare the running week with last week up to
 * the same time.
 */
type Part = { branchId: string; from: CivilDate; to: CivilDate; until: Date }

export type PartRow = Record<'kept' | 'no_shows' | 'new_clients', number> & { sales: Centavos }

/** The visits and sales of some dates until an instant, with the definitions of the reports. */
export async function figuresOf(tx: ReadTx, { until, ...dates }: Part): Promise<PartRow> {
  const { rows } = await sql<PartRow>`
    select kept, no_shows, (select count(*) from (${newClients(dates)}) listed where first_kept_at <= ${until}) as new_clients,
      (select coalesce(sum(total_centavos), 0)::bigint from documents
        where ${isInRange(dates)} and sold_at <= ${until}) as sales
    from (select ${outcomes} from appointments where ${onDates(dates)} and starts_at <= ${until}) visits`.execute(tx)
  return rows[0]!
}

type DayRow = Record<'booked' | 'arrived' | 'done', number>

/** Counts the visits of a date: those not cancelled, those whose client has arrived, and those completed. */
export async function visitsOfDay(tx: ReadTx, branchId: string, date: CivilDate): Promise<DayRow> {
  const { rows } = await sql<DayRow>`
    select count(*) filter (where status <> 'cancelled') as booked,
      count(*) filter (where status <> 'cancelled' and (arrived_at is not null or status in ('on-going', 'completed'))) as arrived,
      count(*) filter (where status = 'completed') as done
    from appointments where ${onDates({ branchId, from: date, to: date })}`.execute(tx)
  return rows[0]!
}
