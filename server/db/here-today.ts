import { sql, type RawBuilder } from 'kysely'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'

/** Where and when somebody asks. */
export type Here = { branchId: string; now: Date }

/** The clients who have a visit at the branch today that the clinic has agreed to. */
export function clientsHereToday({ branchId, now }: Here): RawBuilder<string> {
  const today = manilaDate(now)
  return sql<string>`(select client_id from appointments where branch_id = ${branchId}
    and starts_at > ${instantOf(today, '00:00:00')} and starts_at <= ${instantOf(addDays(today, 1), '00:00:00')}
    and status not in ('pending', 'cancelled'))`
}
