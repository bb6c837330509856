import { locationLabel } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { csvLines, type CsvCell, sendCsv } from '#server/lib/http/send-csv.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { TRANSACTION_FILES } from '#shared/sales/period.ts'
import { transactionsMessages as s } from '#shared/sales/messages.ts'
import * as views from './views.ts'

type Filter = Parsed<typeof salesContract.exportCsv>['querystring']

/** The rows of the file. `total` throws when their number differs from the counted one. */
function fileRows(tx: ReadTx, filter: Filter, location: string, sums: views.Sums) {
  let rows = 0
  let centavos = 0
  async function* batches(): AsyncGenerator<CsvCell[][], void> {
    for await (const documents of views.documentsInBatches(tx, filter)) {
      rows += documents.length
      centavos += documents.reduce((sum, document) => sum + document.total_centavos, 0)
      yield documents.map(({ customer_name, treatment_text, total_centavos, business_date, sold_at }) => [
        customer_name,
        treatment_text,
        total_centavos,
        { value: business_date },
        { value: manilaTime(sold_at) },
        location,
      ])
    }
  }
  const total = (): CsvCell[] => {
    if (rows !== sums.documents || centavos !== sums.total_centavos)
      throw new Error(`${rows} sales were exported, ${sums.documents} counted`)
    return [exportMessages.total, s.transactionCount(rows), centavos, '', '', '']
  }
  return csvLines(s.columns, batches(), total)
}

/**
 * Streams the filtered list from one snapshot. The export is logged before the first row is sent, so also if the
 * download is aborted.
 */
export const exportSales = (context: DetachedContext<Principal>, filter: Filter): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const sums = await views.sumsOf(tx, filter)
    const location = await locationLabel(tx, context.branchId)
    const { search, from, to } = filter
    await context.inTransaction((writing) =>
      writeAuditLog(writing, {
        type: 'sales.transactions.exported',
        subjectId: null,
        parameters: { transactions: sums.documents, from, to, searched: search !== '' },
      }),
    )
    await sendCsv(context, {
      name: TRANSACTION_FILES.csv,
      rows: sums.documents,
      lines: fileRows(tx, filter, location, sums),
    })
  })
