import { exportMessages } from '#shared/lib/export-messages.ts'
import { formatPeriod } from '#shared/sales/transactions-export.ts'
import { transactionsMessages as s } from '#shared/sales/transactions-messages.ts'
import { factsOf, type Making, type Report } from '#web/exports/report/report.ts'

type Filter = { search: string; from?: string | undefined; to?: string | undefined }

/** The Transaction Report; its columns are cells of transactions.csv. */
export const transactionReport = ({ search, from, to }: Filter, making: Making): Report => ({
  title: s.reportTitle,
  ...factsOf(making, [
    formatPeriod({ ...(from && { from }), ...(to && { to }) }),
    ...(search === '' ? [] : [exportMessages.searchedFor(search)]),
  ]),
  columns: [
    { header: s.date, cell: 3, kind: 'date', width: 24 },
    { header: s.time, cell: 4, kind: 'time', width: 18 },
    { header: s.customer, cell: 0, kind: 'text', width: 46 },
    { header: s.treatment, cell: 1, kind: 'text' },
    { header: s.amount, cell: 2, kind: 'amount', width: 30 },
  ],
  sumLabel: s.revenueLabel,
})
