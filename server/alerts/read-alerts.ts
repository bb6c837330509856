import { readableClients, requireClinicalRecord, withChart } from '#server/charts/public.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { ChartAlert, ChartAlerts, ClientAlert } from '#shared/alerts/contract.ts'
import type { VisitReason } from '#shared/alerts/questions.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import * as views from './views.ts'

type Reason = Awaited<ReturnType<typeof views.reasonsOfClient>>[number]

const presentCurrent = ({ id, client_id, kind, text, treatments }: views.AlertRow): ClientAlert => ({
  id,
  client_id,
  kind,
  text,
  treatments,
})

export const presentAlert = (row: views.AlertRow): ChartAlert => ({
  ...presentCurrent(row),
  added: { by: row.added_by_name, at: isoInManila(row.added_at) },
  ended: row.ended_at && { by: row.ended_by_name ?? '', at: isoInManila(row.ended_at) },
  is_replaced: row.is_replaced,
})

const presentReason = ({ given_at, given_by_name, appointment_date, service_name, ...row }: Reason): VisitReason => ({
  ...row,
  visit: { date: appointment_date, service: service_name },
  given_at: isoInManila(given_at),
  given_by: given_by_name,
})

/**
 * Returns the current alerts of the given clients. Leaves out alerts of clients whose alerts the caller may not see.
 */
export async function listAlerts(
  context: ReadContext<Principal>,
  clientIds: readonly string[],
): Promise<ClientAlert[]> {
  await requireClinicalRecord(context)
  const readable = await readableClients(context, clientIds)
  return readable.length === 0 ? [] : (await views.currentAlerts(context.tx, readable)).map(presentCurrent)
}

/**
 * Reads the current and ended alerts of a client, and the reasons that staff gave for visits despite an alert. The
 * caller of this function has checked who may read the chart.
 */
export async function alertsOfChart({ tx }: Pick<ReadContext, 'tx'>, clientId: string): Promise<ChartAlerts> {
  const all = (await views.alertsOfClient(tx, clientId)).map(presentAlert)
  return {
    current: all.filter(({ ended }) => ended === null),
    ended: all
      .filter(({ ended }) => ended !== null)
      .toSorted((a, b) => (b.ended?.at ?? '').localeCompare(a.ended?.at ?? '')),
    reasons: (await views.reasonsOfClient(tx, clientId)).map(presentReason),
    offered_treatments: await views.offeredTreatments(tx),
  }
}

export const readChartAlerts = (context: DetachedContext<Principal>, clientId: string): Promise<ChartAlerts> =>
  withChart(context, clientId, (inside) => alertsOfChart(inside, clientId))
