import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { VisitQuestion } from '#shared/alerts/questions.ts'

type Treatment = { id: string; name: string }

/** The treatments that the client should not have because of an alert, sorted by name. */
const treatmentsOfAlert = sql<Treatment[]>`(
  select coalesce(json_agg(json_build_object('id', treatments.id, 'name', treatments.name)
    order by treatments.name, treatments.id), '[]')
  from client_alert_treatments join treatments on treatments.id = client_alert_treatments.treatment_id
  where client_alert_treatments.alert_id = client_alerts.id)`

const alerts = (tx: ReadTx) =>
  tx
    .selectFrom('client_alerts')
    .select(['id', 'client_id', 'kind', 'text', 'added_at', 'added_by_name', 'ended_at', 'ended_by_name'])
    .select([
      treatmentsOfAlert.as('treatments'),
      sql<boolean>`exists (select from client_alerts newer where newer.replaces = client_alerts.id)`.as('is_replaced'),
    ])

export type AlertRow = NonNullable<Awaited<ReturnType<typeof alertById>>>

export const alertById = (tx: ReadTx, id: string) => alerts(tx).where('id', '=', id).executeTakeFirst()

/** Returns all alerts of a client, the oldest first. */
export const alertsOfClient = (tx: ReadTx, clientId: string): Promise<AlertRow[]> =>
  alerts(tx).where('client_id', '=', clientId).orderBy('added_at').orderBy('id').execute()

/** Returns the current alerts of some clients, the oldest first. */
export const currentAlerts = (tx: ReadTx, clientIds: readonly string[]): Promise<AlertRow[]> =>
  alerts(tx)
    .where('client_id', 'in', clientIds)
    .where('ended_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

/**
 * Returns the current alerts because of which a client should not have treatments of these services. Of each alert,
 * only these treatments are listed.
 */
export const alertsAgainst = (tx: ReadTx, clientId: string, serviceIds: readonly string[]) =>
  tx
    .selectFrom('client_alerts')
    .innerJoin('client_alert_treatments', 'client_alert_treatments.alert_id', 'client_alerts.id')
    .innerJoin('treatments', 'treatments.id', 'client_alert_treatments.treatment_id')
    .select(['client_alerts.id', 'client_alerts.kind', 'client_alerts.text'])
    .select(sql<string[]>`array_agg(treatments.name order by treatments.name)`.as('treatments'))
    .where('client_alerts.client_id', '=', clientId)
    .where('client_alerts.ended_at', 'is', null)
    .where(({ eb, selectFrom }) =>
      eb('treatments.id', 'in', selectFrom('services').select('treatment_id').where('id', 'in', serviceIds)),
    )
    .groupBy('client_alerts.id')
    .orderBy('client_alerts.added_at')
    .orderBy('client_alerts.id')
    .execute()

/** Returns the treatments that are offered, in order of name. */
export const offeredTreatments = (tx: ReadTx): Promise<Treatment[]> =>
  tx
    .selectFrom('treatments')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Counts how many of these treatments are offered. */
export const countOffered = (tx: ReadTx, treatmentIds: readonly string[]): Promise<number> =>
  tx
    .selectFrom('treatments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', treatmentIds)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

/**
 * Returns the warnings about a visit, such as an allergy, that staff saw when they booked or changed the visit
 * nevertheless.
 */
export const answeredQuestions = async (tx: ReadTx, appointmentId: string): Promise<VisitQuestion[]> =>
  (
    await tx
      .selectFrom('visit_reasons')
      .select(sql<VisitQuestion[]>`questions`.as('questions'))
      .where('appointment_id', '=', appointmentId)
      .execute()
  ).flatMap(({ questions }) => questions)

/**
 * Returns the reasons that staff gave when they booked, changed or started visits of a client despite an alert or a
 * missing form. The newest come first.
 */
export const reasonsOfClient = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('visit_reasons')
    .innerJoin('appointments', 'appointments.id', 'visit_reasons.appointment_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .select(['visit_reasons.id', 'step', 'reason', 'given_at', 'given_by_name', 'appointment_date'])
    .select(['services.name as service_name', sql<VisitQuestion[]>`visit_reasons.questions`.as('questions')])
    .where('visit_reasons.client_id', '=', clientId)
    .orderBy('given_at', 'desc')
    .orderBy('visit_reasons.id', 'desc')
    .execute()
