import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { formatPeriod } from '#shared/sales/period.ts'
import { factsOf, type Making, type Report, type ReportColumn } from '#web/exports/report/report.ts'
import { periodOfFilter, type MovementFilter } from './list-filters.tsx'

/** What a report file covers: its days, and the kind of entries and the person if they were chosen. */
export type Covered = { filter: MovementFilter<unknown>; kind: string | undefined; cashier: string | undefined }

const coversOf = ({ filter, kind, cashier }: Covered): string[] =>
  [formatPeriod(periodOfFilter(filter)), kind, cashier].filter((text) => text !== undefined)

const dateAndTime: ReportColumn[] = [
  { header: s.date, cell: 0, kind: 'date', width: 24 },
  { header: s.movedAt, cell: 1, kind: 'time', width: 18 },
]

const amounts: ReportColumn[] = [
  { header: s.movementKinds.in, cell: 2, kind: 'amount', width: 25 },
  { header: s.movementKinds.out, cell: 3, kind: 'amount', width: 25 },
  { header: s.movementKinds.drop, cell: 4, kind: 'amount', width: 25 },
]

/** The report of cash movements for the PDF and Excel file; `cell` is the index of a column in the CSV export. */
export const movementReport = (covered: Covered, making: Making): Report => ({
  title: s.movements,
  ...factsOf(making, coversOf(covered)),
  columns: [
    ...dateAndTime,
    ...amounts,
    { header: s.purpose, cell: 5, kind: 'text' },
    { header: s.terminal, cell: 6, kind: 'text', width: 30 },
    { header: s.recordedBy, cell: 8, kind: 'text', width: 32 },
    { header: s.approvedBy, cell: 9, kind: 'text', width: 32 },
  ],
  sums: amounts,
  layout: 'wide',
})

/** The report of unused approvals for the PDF and Excel file. */
export const approvalReport = (covered: Covered, making: Making): Report => ({
  title: s.unusedApprovals,
  ...factsOf(making, coversOf(covered)),
  columns: [
    ...dateAndTime,
    { header: s.purposeOfApproval, cell: 2, kind: 'text' },
    { header: s.amount, cell: 3, kind: 'amount', width: 28 },
    { header: s.askedBy, cell: 4, kind: 'text', width: 32 },
    { header: s.approvedBy, cell: 5, kind: 'text', width: 32 },
  ],
  sumLabel: s.amount,
})

/** The report of till actions for the PDF and Excel file. */
export const actionReport = (covered: Covered, making: Making): Report => ({
  title: s.tillActions,
  ...factsOf(making, [...coversOf(covered), s.actionsHint]),
  columns: [
    ...dateAndTime,
    { header: s.kind, cell: 2, kind: 'text', width: 32 },
    { header: s.description, cell: 3, kind: 'text' },
    { header: s.amount, cell: 4, kind: 'amount', width: 28 },
    { header: s.terminal, cell: 5, kind: 'text', width: 34 },
    { header: s.cashier, cell: 6, kind: 'text', width: 36 },
    { header: s.receivedAt, cell: 7, kind: 'text', width: 34 },
  ],
  sumLabel: s.amount,
  layout: 'wide',
})
