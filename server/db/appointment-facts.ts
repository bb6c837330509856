import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from './pool.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'

/** The names of a visit's services after the first, in order. */
export const furtherServiceNames = sql<{ service_name: string }[]>`(
  select coalesce(json_agg(json_build_object('service_name', further.name) order by part.position), '[]')
  from appointment_services part join services further on further.id = part.service_id
  where part.appointment_id = appointments.id)`

/**
 * Visits that are not over yet, with client and service. Only these can be affected by a change of hours or lengths.
 */
export const unfinishedAppointments = (tx: ReadTx, now: Date) =>
  tx
    .selectFrom('appointments')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select([
      'appointments.id',
      'appointments.client_id',
      'users.name as client_name',
      sql<string | null>`coalesce(appointments.contact_number, users.contact_number)`.as('contact_number'),
      'users.email',
      'services.name as service_name',
      furtherServiceNames.as('further_services'),
      'appointments.appointment_date',
      'appointments.appointment_time',
      'appointments.starts_at',
      'appointments.ends_at',
    ])
    .where('appointments.ends_at', '>', now)
    .where('appointments.status', 'not in', ['completed', 'cancelled'])
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')

/** The branch and the time for which a list is read. */
export type BranchAndTime = { branchId: string; now: Date }

/** Ids of clients who have a visit at the branch today that is neither pending nor cancelled. */
export function clientIdsHereToday({ branchId, now }: BranchAndTime): RawBuilder<string> {
  const today = manilaDate(now)
  return sql<string>`(select client_id from appointments where branch_id = ${branchId}
    and starts_at > ${instantOf(today, '00:00:00')} and starts_at <= ${instantOf(addDays(today, 1), '00:00:00')}
    and status not in ('pending', 'cancelled'))`
}

/** SQL: the ids of clients with a visit, not cancelled, of which the practitioner performs at least one service. */
export const clientIdsOf = (practitionerId: string): RawBuilder<string> => sql<string>`(
  select client_id from appointments where practitioner_id = ${practitionerId} and status <> 'cancelled'
  union
  select visit.client_id from appointment_services part join appointments visit on visit.id = part.appointment_id
  where part.practitioner_id = ${practitionerId} and visit.status <> 'cancelled')`
