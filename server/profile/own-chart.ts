import { alertsOfChart } from '#server/alerts/public.ts'
import { ownPhotosOf } from '#server/chart-photos/public.ts'
import { recordChartRead, requireOwnChart } from '#server/charts/public.ts'
import { presentCard } from '#server/client-cards/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { countTry } from '#server/db/rate-limits.ts'
import { wholeCopiesOf } from '#server/forms/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { findAllRecords } from '#server/people/erase-person.ts'
import { wholeNotesOf } from '#server/treatment-notes/public.ts'
import { plansOfRecords } from '#server/treatment-plans/public.ts'
import type { ChartAlert } from '#shared/alerts/contract.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { OwnChart } from '#shared/profile/own-chart-contract.ts'
import { ownChartMessages as s } from '#shared/profile/own-chart-messages.ts'

/** Alerts that were replaced by corrected words are left out, because the corrected alert is in the list. */
async function alertsOf(context: Context, clientIds: readonly string[]): Promise<ChartAlert[]> {
  const all: ChartAlert[] = []
  for (const id of clientIds) {
    const { current, ended } = await alertsOfChart(context, id)
    all.push(...current, ...ended.filter(({ is_replaced }) => !is_replaced))
  }
  return all
}

async function collect(inside: Context<Principal>): Promise<OwnChart> {
  const { tx, branchId, user, now } = inside
  await requireOwnChart(inside)
  const { clients } = await findAllRecords(inside, user.person_id)
  const [own] = clients
  if (own === undefined) throw new AppError('not_found', s.noChart)
  const chart: OwnChart = {
    exported_at: isoInManila(now),
    clinic_name: (await clinicProfile(tx, branchId)).name,
    name: user.name,
    card: await presentCard(tx, own),
    alerts: await alertsOf(inside, clients),
    forms: await wholeCopiesOf(tx, clients),
    notes: await wholeNotesOf(tx, clients),
    plans: await plansOfRecords(inside, clients),
    photos: await ownPhotosOf(tx, clients),
  }
  await recordChartRead(inside, { clientId: own, kind: 'export', subjectId: null })
  await writeAuditLog(inside, { type: 'profile.chart.downloaded', subjectId: user.id, parameters: {} })
  return chart
}

/**
 * Everything in the caller's own chart, including records that were merged into theirs. Throws a 404 without a chart, a
 * 403 while the account awaits confirmation, and a 429 for too many downloads in an hour.
 */
export async function exportOwnChart(
  context: DetachedContext<Principal>,
  { dataExportsPerPerson: limit }: Limits,
): Promise<OwnChart> {
  const { user, now } = context
  const tries = await context.inTransaction(({ tx }) => countTry(tx, 'chart-export', user.id, limit, now))
  if (tries > limit.tries) throw new AppError('too_many', s.tooMany, { retryAfter: limit.windowSeconds })
  return context.inTransaction(collect)
}
