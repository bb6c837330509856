import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { furtherServiceNames } from '#server/db/visits-not-over.ts'
import { receiptNumbers } from '#server/db/receipts.ts'
import { resourceName } from '#server/resources/public.ts'
import type { Change } from '#shared/lib/event-type.ts'

/** The account with its client record, if there is one; staff have none. */
export const accountWithClient = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('users')
    .leftJoin('clients', 'clients.person_id', 'users.id')
    .select([
      'users.name',
      'users.email',
      'users.contact_number',
      'users.location',
      'users.role',
      'users.sms_activated',
      'users.photo_path',
      'users.created_at',
      'users.updated_at',
      sql<boolean>`users.password_hash is not null`.as('has_password'),
      'clients.id as client_id',
      sql<string | null>`case when clients.id is not null then users.first_name end`.as('first_name'),
      'users.middle_name',
      'users.last_name',
      'users.suffix',
      'clients.joined_at',
      'clients.services_availed',
      'clients.note as staff_note',
    ])
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst()

export const closureRequestsOf = (tx: ReadTx, userIds: readonly string[]) =>
  tx
    .selectFrom('closure_requests')
    .select(['state', 'reason', 'requested_at', 'decided_at', 'answer'])
    .where('user_id', 'in', userIds)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

type ExportedOffer = { date: string; time: string; made_at: string; state: string }

/** The names of a waitlist entry's services after the first, in order. */
const wishedServiceNames = sql<{ service_name: string }[]>`(
  select coalesce(json_agg(json_build_object('service_name', further.name) order by wished.position), '[]')
  from unnest(waitlist_entries.further_services) with ordinality wished (service_id, position)
    join services further on further.id = wished.service_id)`

export const waitlistOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('waitlist_entries')
    .innerJoin('clients', 'clients.id', 'waitlist_entries.client_id')
    .innerJoin('services', 'services.id', 'waitlist_entries.service_id')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select([
      'treatments.name as treatment',
      'services.name as service_name',
      wishedServiceNames.as('further_services'),
      resourceName('waitlist_entries.practitioner_id').as('practitioner'),
      'waitlist_entries.first_date',
      'waitlist_entries.last_date',
      'waitlist_entries.day_parts as times_of_day',
      'waitlist_entries.state',
      'waitlist_entries.created_at',
      'waitlist_entries.updated_at',
      sql<ExportedOffer[]>`(select coalesce(json_agg(json_build_object('date', appointment_date,
          'time', appointment_time, 'made_at', made_at, 'state', waitlist_offers.state) order by made_at), '[]')
        from waitlist_offers where entry_id = waitlist_entries.id)`.as('offers'),
    ])
    .where('clients.person_id', '=', userId)
    .orderBy('waitlist_entries.created_at')
    .orderBy('waitlist_entries.id')
    .execute()

export const walkInsOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('walk_ins')
    .innerJoin('clients', 'clients.id', 'walk_ins.client_id')
    .innerJoin('services', 'services.id', 'walk_ins.service_id')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select([
      'walk_ins.business_date as date',
      'walk_ins.number',
      'treatments.name as treatment',
      'services.name as service',
      'walk_ins.state',
      'walk_ins.created_at',
      'walk_ins.updated_at',
    ])
    .where('clients.person_id', '=', userId)
    .orderBy('walk_ins.created_at')
    .orderBy('walk_ins.id')
    .execute()

export const appointmentsOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('appointments')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .innerJoin('treatments', 'treatments.id', 'appointments.treatment_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .select([
      'appointments.appointment_date as date',
      'appointments.appointment_time as time',
      'treatments.name as treatment',
      'services.name as service_name',
      furtherServiceNames.as('further_services'),
      'appointments.status',
      'appointments.contact_number',
      'appointments.cancel_reason',
      'appointments.created_at',
      'appointments.updated_at',
      'appointments.done_at',
      'appointments.arrived_at',
      'appointments.note as staff_note',
    ])
    .where('clients.person_id', '=', userId)
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('appointments.id', 'desc')
    .execute()

export const serviceHistoryOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('client_services')
    .innerJoin('clients', 'clients.id', 'client_services.client_id')
    .leftJoin(receiptNumbers(tx), 'receipts.id', 'client_services.sale_id')
    .select([
      'client_services.id',
      'client_services.date',
      'client_services.treatment_name as treatment',
      'client_services.service_name as service',
      'receipts.receipt_number',
      'receipts.receipt_series',
    ])
    .where('clients.person_id', '=', userId)
    .orderBy('client_services.date', 'desc')
    .orderBy('client_services.id', 'desc')
    .execute()

export const historyAddOnsOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('client_service_add_ons')
    .innerJoin('client_services', 'client_services.id', 'client_service_add_ons.client_service_id')
    .innerJoin('clients', 'clients.id', 'client_services.client_id')
    .selectAll('client_service_add_ons')
    .where('clients.person_id', '=', userId)
    .orderBy('client_service_add_ons.add_on_name')
    .execute()

/** When sessions were created and expire, without their tokens. */
export const sessionsOf = (tx: ReadTx, userId: string) =>
  tx.selectFrom('sessions').select(['created_at', 'expires_at']).where('user_id', '=', userId).orderBy('id').execute()

/** What a person did to their own account and appointments, under each of their accounts. */
export const activityOf = (tx: ReadTx, userIds: readonly string[]) =>
  tx
    .selectFrom('events')
    .select(['happened_at', 'type', 'kind', 'parameters', 'changes'])
    .$narrowType<{ changes: Change[] }>()
    .where('user_id', 'in', userIds)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('subject_id', 'in', userIds),
        eb(
          'subject_id',
          'in',
          selectFrom('appointments')
            .innerJoin('clients', 'clients.id', 'appointments.client_id')
            .select(sql<string>`appointments.id::text`.as('id'))
            .where('clients.person_id', 'in', userIds),
        ),
      ]),
    )
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
