import { requireWritableChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { alertsContract, ChartAlert } from '#shared/alerts/contract.ts'
import { alertMessages as s } from '#shared/alerts/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import * as queries from './queries.ts'
import { alertsOfChart, presentAlert } from './read-alerts.ts'
import * as views from './views.ts'

type Inside = Context<Principal>
type AlertBody = Parsed<typeof alertsContract.add>['body']
type AlertId = { clientId: string; alertId: string }

/** Throws a 404 for an alert that is not in this chart. */
async function requireAlert({ tx }: Inside, { clientId, alertId }: AlertId): Promise<views.AlertRow> {
  const row = await views.alertById(tx, alertId)
  if (row?.client_id !== clientId) throw new AppError('not_found', s.notFound)
  return row
}

/**
 * Throws a 422 for a treatment that is not offered. An alert may keep the treatments in `kept`, even if the clinic no
 * longer offers them.
 */
async function requireTreatments({ tx }: Inside, ids: readonly string[], kept: readonly string[]): Promise<void> {
  const added = ids.filter((id) => !kept.includes(id))
  if (added.length > 0 && (await views.countOffered(tx, added)) < added.length)
    throw invalid('treatment_ids', s.unknownTreatment)
}

async function insert(
  { tx, branchId, now, user }: Inside,
  clientId: string,
  { kind, text, treatment_ids }: AlertBody,
  replaces: string | null,
): Promise<string> {
  const id = newId()
  const added = { added_at: now, added_by: user.id, added_by_name: user.name }
  const row = { id, branch_id: branchId, client_id: clientId, kind, text, replaces, ...added }
  await queries.insertAlert(tx, row, treatment_ids)
  return id
}

const end = ({ tx, now, user }: Inside, id: string) =>
  queries.endAlert(tx, id, { at: now, by: user.id, name: user.name })

/** Writes the log entry of a changed alert, notifies open screens, and returns the alert as it is now. */
async function finish(
  context: Inside,
  type: 'alerts.alert.added' | 'alerts.alert.changed' | 'alerts.alert.ended',
  { alertId, client }: { alertId: string; client: string },
): Promise<ChartAlert> {
  await writeAuditLog(context, { type, subjectId: alertId, parameters: { client } })
  context.publish({ name: 'AppointmentBooked' })
  return readAlert(context, alertId)
}

export async function readAlert({ tx }: Pick<Inside, 'tx'>, alertId: string): Promise<ChartAlert> {
  const row = await views.alertById(tx, alertId)
  if (!row) throw new AppError('not_found', s.notFound)
  return presentAlert(row)
}

/** Adds an alert to a chart. */
export async function addAlert(context: Inside, clientId: string, body: AlertBody): Promise<ChartAlert> {
  const { client_id, name } = await requireWritableChart(context, clientId)
  await requireTreatments(context, body.treatment_ids, [])
  const alertId = await insert(context, client_id, body, null)
  return finish(context, 'alerts.alert.added', { alertId, client: name })
}

/**
 * Replaces an alert by one with the corrected words. Throws a 409 with the alerts of the chart if the alert was changed
 * or ended meanwhile.
 */
export async function replaceAlert(context: Inside, which: AlertId, body: AlertBody): Promise<ChartAlert> {
  const { client_id, name } = await requireWritableChart(context, which.clientId)
  const before = await requireAlert(context, which)
  await requireTreatments(
    context,
    body.treatment_ids,
    before.treatments.map(({ id }) => id),
  )
  if (!(await end(context, before.id)))
    throw new AppError('state_moved', s.overNow, { data: await alertsOfChart(context, client_id) })
  const alertId = await insert(context, client_id, body, before.id)
  return finish(context, 'alerts.alert.changed', { alertId, client: name })
}

/** Ends an alert. An alert that has ended already stays as it is. */
export async function endAlert(context: Inside, which: AlertId): Promise<ChartAlert> {
  const { name } = await requireWritableChart(context, which.clientId)
  const { id } = await requireAlert(context, which)
  if (!(await end(context, id))) return readAlert(context, id)
  return finish(context, 'alerts.alert.ended', { alertId: id, client: name })
}
