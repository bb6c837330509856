import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { FormFrequency } from '#shared/forms/requirement.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

type VisitService = { service_id: string; treatment_id: string }

/** The services of a visit with their treatments: its first one and the further ones. */
const services = sql<VisitService[]>`(
  select json_agg(json_build_object('service_id', services.id, 'treatment_id', services.treatment_id))
  from services where services.id = appointments.service_id or services.id in (
    select service_id from appointment_services where appointment_id = appointments.id))`

/** Reads visits of a branch with the client, date and services, which decide which forms each visit needs. */
export const visitsWithServices = (tx: ReadTx, branchId: string, ids: readonly string[]) =>
  tx
    .selectFrom('appointments')
    .select(['id', 'client_id', 'appointment_date as date', services.as('services')])
    .where('branch_id', '=', branchId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** The forms that clients are asked to sign for visits, each with its present version, in the order of creation. */
export const requiredForms = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('forms')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('form_versions')
          .select(['form_versions.id', sql<string>`content ->> 'title'`.as('title')])
          .whereRef('form_versions.form_id', '=', 'forms.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('present'),
      (join) => join.onTrue(),
    )
    .select([
      'forms.id',
      'every_months',
      'treatment_ids',
      'service_ids',
      'present.id as form_version_id',
      'present.title',
    ])
    .select(sql<FormFrequency>`frequency`.as('frequency'))
    .select(
      sql<number>`(select coalesce(max(number), 1) from form_versions where form_id = forms.id and asks_again)`.as(
        'valid_from_number',
      ),
    )
    .where('branch_id', '=', branchId)
    .where('archived_at', 'is', null)
    .where('frequency', '<>', 'by_hand')
    .orderBy('forms.created_at')
    .orderBy('forms.id')
    .execute()

/**
 * Reads the signed copies of some clients with form, version, date and visit, from which the caller decides whether a
 * copy is still valid.
 */
export const signedCopies = (tx: ReadTx, clientIds: readonly string[]) =>
  tx
    .selectFrom('signed_forms')
    .select(['client_id', 'form_id', 'version_number', 'appointment_id as visit_id'])
    .select(sql<CivilDate>`(signed_at at time zone 'Asia/Manila')::date`.as('signed_on'))
    .where('client_id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .execute()
