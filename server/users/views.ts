import { sql, type Selectable } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { Users } from '#server/db/schema.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import type { UserRow } from '#shared/users/contract.ts'

function statusOf(user: Selectable<Users>): UserRow['status'] {
  if (user.closed_at) return 'Closed'
  return user.must_set_password ? 'Must set password' : 'Active'
}

type ListedUser = Selectable<Users> & { requested_at?: Date | null; reason?: string | null }

/** An account as the user list shows it; its e-mail is what the person logs in with. */
export const userRowOf = (user: ListedUser): UserRow => ({
  id: user.id,
  name: user.name,
  username: user.email ?? '',
  email: user.email,
  contact_number: user.contact_number,
  role: user.role as Role,
  status: statusOf(user),
  joinDate: isoInManila(user.created_at),
  closure_request: user.requested_at
    ? { requested_at: isoInManila(user.requested_at), reason: user.reason ?? null }
    : null,
})

/** How many appointments of a person still hold a place on `today` or later. */
export async function appointmentsFrom(tx: ReadTx, userId: string, today: CivilDate): Promise<number> {
  const { count } = await tx
    .selectFrom('appointments')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('clients.user_id', '=', userId)
    .where('appointments.appointment_date', '>=', today)
    .where('appointments.status', 'not in', ['completed', 'cancelled'])
    .executeTakeFirstOrThrow()
  return count
}
