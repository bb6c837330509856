import { sql } from 'kysely'
import { belongsTo, exportedColumns, type PersonIds } from '#server/db/personal-data/statements.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { furtherServiceNames } from '#server/db/appointment-facts.ts'
import { receiptNumbers } from '#server/db/document-facts.ts'
import { resourceName } from '#server/resources/public.ts'
import type { Change } from '#shared/lib/event-type.ts'

type ExportedOffer = { date: string; time: string; made_at: string; state: string }

/** The names of a waitlist entry's services after the first, in order. */
const wishedServiceNames = sql<{ service_name: string }[]>`(
  select coalesce(json_agg(json_build_object('service_name', further.name) order by wished.position), '[]')
  from unnest(waitlist_entries.further_services) with ordinality wished (service_id, position)
    join services further on further.id = wished.service_id)`

export const waitlistOf = (tx: ReadTx, ids: PersonIds) =>
  tx
    .selectFrom('waitlist_entries')
    .innerJoin('services', 'services.id', 'waitlist_entries.service_id')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select(exportedColumns('waitlist_entries'))
    .select([
      'treatments.name as treatment',
      'services.name as service_name',
      wishedServiceNames.as('further_services'),
      resourceName('waitlist_entries.practitioner_id').as('practitioner'),
      sql<ExportedOffer[]>`(select coalesce(json_agg(json_build_object('date', appointment_date,
          'time', appointment_time, 'made_at', made_at, 'state', waitlist_offers.state) order by made_at), '[]')
        from waitlist_offers where entry_id = waitlist_entries.id)`.as('offers'),
    ])
    .where(belongsTo('waitlist_entries', ids))
    .orderBy('waitlist_entries.created_at')
    .orderBy('waitlist_entries.id')
    .execute()

export const walkInsOf = (tx: ReadTx, ids: PersonIds) =>
  tx
    .selectFrom('walk_ins')
    .innerJoin('services', 'services.id', 'walk_ins.service_id')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select(exportedColumns('walk_ins'))
    .select(['treatments.name as treatment', 'services.name as service'])
    .where(belongsTo('walk_ins', ids))
    .orderBy('walk_ins.created_at')
    .orderBy('walk_ins.id')
    .execute()

export const appointmentsOf = (tx: ReadTx, ids: PersonIds) =>
  tx
    .selectFrom('appointments')
    .innerJoin('treatments', 'treatments.id', 'appointments.treatment_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .select(exportedColumns('appointments'))
    .select([
      'treatments.name as treatment',
      'services.name as service_name',
      furtherServiceNames.as('further_services'),
    ])
    .where(belongsTo('appointments', ids))
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('appointments.id', 'desc')
    .execute()

export const serviceHistoryOf = (tx: ReadTx, ids: PersonIds) =>
  tx
    .selectFrom('client_services')
    .leftJoin(receiptNumbers(tx), 'receipts.id', 'client_services.sale_id')
    .select(exportedColumns('client_services'))
    .select(['client_services.id', 'receipts.receipt_number', 'receipts.receipt_series'])
    .where(belongsTo('client_services', ids))
    .orderBy('client_services.date', 'desc')
    .orderBy('client_services.id', 'desc')
    .execute()

export const historyAddOnsOf = (tx: ReadTx, ids: PersonIds) =>
  tx
    .selectFrom('client_service_add_ons')
    .selectAll()
    .where(belongsTo('client_service_add_ons', ids))
    .orderBy('add_on_name')
    .execute()

/** What a person did to their own account and their own appointments, under each of their accounts. */
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
