import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { Role } from '#shared/people/role.ts'

/** The people among the given ids who have or had one of the roles. */
export const peopleWithRoles = (tx: ReadTx, ids: readonly string[], roles: readonly Role[]) =>
  tx.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).where('role', 'in', roles).execute()

/** A terminal's shifts on days without a Z-reading. */
export const shiftsOfOpenDays = (tx: ReadTx, terminalId: string) =>
  tx
    .selectFrom('shifts')
    .select(['id', 'opened_at', 'closed_at'])
    .where('terminal_id', '=', terminalId)
    .where(
      sql<boolean>`business_date > coalesce((select max(business_date) from z_readings where terminal_id = ${terminalId}), '-infinity')`,
    )
    .execute()
