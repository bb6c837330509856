import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { discardPicture } from '#server/lib/stored-pictures.ts'
import type { chartsContract } from '#shared/charts/contract.ts'
import { chartMessages as s } from '#shared/charts/messages.ts'
import { chartKeptUntil } from '#shared/charts/retention.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { formatDate, manilaDate } from '#shared/lib/manila-time.ts'
import { requireChart } from './chart-access.ts'
import * as queries from './queries.ts'
import { requireClinicalRecord } from './settings.ts'
import * as views from './views.ts'

/**
 * Where the files of charts are. The function `filesOf` is passed in, because the photo feature depends on the chart
 * feature, so this feature cannot import it.
 */
export type ChartFiles = { folder: string; filesOf: (tx: ReadTx, clientId: string) => Promise<string[]> }

/** A page of the charts of closed accounts, or of the charts that the clinic need not keep any longer. */
export async function listKeptCharts(
  context: ReadContext,
  { state, search, page, per_page }: Parsed<typeof chartsContract.keptCharts>['querystring'],
): Promise<Answer<typeof chartsContract.keptCharts>> {
  await requireClinicalRecord(context)
  const filter = { state, search, today: manilaDate(context.now) }
  const rows = await views.pageOfKeptCharts(context.tx, filter, { offset: (page - 1) * per_page, limit: per_page })
  const data = rows.map(({ closed_at, ...row }) => ({ ...row, is_locked: closed_at !== null }))
  return { data, total: await views.countKeptCharts(context.tx, filter), page, per_page }
}

/**
 * Deletes a chart that the clinic need not keep any longer, and then its files. Throws a 404 for an unknown client and
 * a 409 for a chart that must still be kept.
 */
export async function deleteChart(
  context: DetachedContext<Principal>,
  clientId: string,
  { folder, filesOf }: ChartFiles,
): Promise<void> {
  const files = await context.inTransaction(async (inside) => {
    const { tx, now } = inside
    // Lock before reading, so that a visit or an entry that another transaction is adding is not missed.
    await queries.lockClient(tx, clientId)
    const owner = await requireChart(inside, clientId)
    const keptUntil = chartKeptUntil(owner)
    if (keptUntil >= manilaDate(now)) throw new AppError('conflict', s.stillKept(formatDate(keptUntil)))
    const names = await filesOf(tx, clientId)
    await queries.deleteChart(tx, clientId, manilaDate(now))
    await writeAuditLog(inside, { type: 'charts.chart.deleted', subjectId: clientId, parameters: { name: owner.name } })
    return names
  })
  for (const name of files) await discardPicture(context, folder, name)
}
