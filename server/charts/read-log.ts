import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { CHART_READ_FILES, type chartsContract } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila, manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import * as views from './views.ts'

/** A page of the read log, newest first. */
export async function listReads(
  { tx, branchId }: ReadContext,
  query: Parsed<typeof chartsContract.reads>['querystring'],
): Promise<Answer<typeof chartsContract.reads>> {
  const { page, per_page } = query
  const filter = { ...query, branchId }
  const rows = await views.pageOfReads(tx, filter, { offset: (page - 1) * per_page, limit: per_page })
  const data = rows.map(({ read_by_name, ...row }) => ({
    ...row,
    read_at: isoInManila(row.read_at),
    read_by: read_by_name,
  }))
  return {
    data,
    summary: { readers: await views.readersOf(tx) },
    total: await views.countReads(tx, filter),
    page,
    per_page,
  }
}

/** Streams the filtered read log from one snapshot. The export is logged before the first row is sent. */
export const exportReads = (
  context: DetachedContext<Principal>,
  query: Parsed<typeof chartsContract.exportReads>['querystring'],
): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const filter = { ...query, branchId: context.branchId }
    const rows = await views.countReads(tx, filter)
    async function* batches(): AsyncGenerator<CsvCell[][], void> {
      for await (const batch of views.readsInBatches(tx, filter))
        yield batch.map((row) => [
          { value: `${manilaDate(row.read_at)} ${manilaTime(row.read_at)}` },
          row.read_by_name,
          row.client_name,
          s.kinds[row.kind],
        ])
    }
    await sendLoggedCsv(context, {
      name: CHART_READ_FILES.csv,
      rows,
      columns: [s.time, s.reader, s.client, s.what],
      batches: batches(),
      total: () => [exportMessages.total, s.exported(formatNumber(rows)), '', ''],
      log: (writing) =>
        writeAuditLog(writing, { type: 'charts.reads.exported', subjectId: null, parameters: { rows } }),
    })
  })
