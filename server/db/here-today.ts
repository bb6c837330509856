import { sql, type RawBuilder } from 'kysely'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'

/** The branch and the moment for which a list is read. */
export type Here = { branchId: string; now: Date }

/** Ids of clients who have a visit at the branch today that is neither pending nor cancelled. */
export function clientsHereToday({ branchId, now }: Here): RawBuilder<string> {
  const today = manilaDate(now)
  return sql<string>`(select client_id from appointments where branch_id = ${branchId}
    and starts_at > ${instantOf(today, '00:00:00')} and starts_at <= ${instantOf(addDays(today, 1), '00:00:00')}
    and status not in ('pending', 'cancelled'))`
}
