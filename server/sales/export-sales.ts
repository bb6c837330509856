import { locationLabel } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { TRANSACTION_FILES } from '#shared/sales/period.ts'
import { transactionsMessages as s } from '#shared/sales/messages.ts'
import * as views from './views.ts'

type Filter = Parsed<typeof salesContract.exportCsv>['querystring']

/** The rows of the exported file. The last row throws when the sum of the exported rows differs from `sums`. */
function fileRows(tx: ReadTx, filter: Filter, location: string, sums: views.Sums) {
  let centavos = 0
  async function* batches(): AsyncGenerator<CsvCell[][], void> {
    for await (const documents of views.documentsInBatches(tx, filter)) {
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
    if (centavos !== sums.total_centavos)
      throw new Error(`${centavos} centavos were exported, ${sums.total_centavos} counted`)
    return [exportMessages.total, s.transactionCount(sums.transaction_count), centavos, '', '', '']
  }
  return { batches: batches(), total }
}

/** Streams the filtered list of sales as CSV from one snapshot. */
export const exportSales = (context: DetachedContext<Principal>, filter: Filter): Promise<void> =>
  context.inReportSnapshot(async (tx) => {
    const sums = await views.sumsOf(tx, filter)
    const location = await locationLabel(tx, context.branchId)
    const { search, from, to } = filter
    await sendLoggedCsv(context, {
      name: TRANSACTION_FILES.csv,
      rows: sums.documents,
      columns: s.columns,
      ...fileRows(tx, filter, location, sums),
      log: (writing) =>
        writeAuditLog(writing, {
          type: 'sales.transactions.exported',
          subjectId: null,
          parameters: { transactions: sums.transaction_count, from, to, searched: search !== '' },
        }),
    })
  })
