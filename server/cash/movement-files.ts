import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { MOVEMENT_FILES } from '#shared/cash/movement-contract.ts'
import { manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { formatPeso } from '#shared/lib/money.ts'
import * as views from './movement-views.ts'

type Filter = Omit<views.MovementFilter, 'branchId'>
type FileName = keyof typeof MOVEMENT_FILES

/** The CSV file of a list, such as of cash movements: its columns after date and time, and the cells of a row. */
type ListFile<Row> = {
  name: FileName
  list: Parameters<typeof views.pageOf<Row>>[1]
  at: (row: Row) => Date
  columns: readonly string[]
  cells: (row: Row) => CsvCell[]
  /** The cells of the last row below `columns`: sums, or empty cells where a column has no sum. */
  totals: (amountOf: (kind?: string) => number) => CsvCell[]
}

const count = (number: number): CsvCell => ({ value: String(number) })

/** Streams a list as CSV from one snapshot of the database. */
const exportList = <Row>(context: DetachedContext<Principal>, file: ListFile<Row>, given: Filter): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const filter = { ...given, branchId: context.branchId }
    const sums = await views.sumsOf(tx, file.list, filter)
    const rows = sums.reduce((all, sum) => all + sum.count, 0)
    const amountOf = (kind?: string) =>
      sums.reduce((all, sum) => all + (kind === undefined || sum.kind === kind ? sum.amount : 0), 0)
    async function* batches(): AsyncGenerator<CsvCell[][], void> {
      for await (const batch of views.batchesOf(tx, file.list, filter))
        yield batch.map((row) => {
          const at = file.at(row)
          return [{ value: manilaDate(at) }, { value: manilaTime(at) }, ...file.cells(row)]
        })
    }
    await sendLoggedCsv(context, {
      name: MOVEMENT_FILES[file.name].csv,
      rows,
      columns: [s.date, s.movedAt, ...file.columns],
      batches: batches(),
      total: () => [exportMessages.total, count(rows), ...file.totals(amountOf)],
      log: (writing) =>
        writeAuditLog(writing, {
          type: 'cash.list.exported',
          subjectId: null,
          parameters: { list: file.name, rows, from: given.from, to: given.to },
        }),
    })
  })

/** Pay-ins, pay-outs and bank drops, with an amount column for each, so that each has its sum. */
export const exportMovements = (context: DetachedContext<Principal>, filter: Filter) =>
  exportList(
    context,
    {
      name: 'movements',
      list: views.movements,
      at: ({ moved_at }) => moved_at,
      columns: [
        s.movementKinds.in,
        s.movementKinds.out,
        s.movementKinds.drop,
        s.purpose,
        s.terminal,
        s.cashier,
        s.recordedBy,
        s.approvedBy,
      ],
      cells: ({ kind, amount_centavos, reason, slip_number, ...row }) => [
        ...(['in', 'out', 'drop'] as const).map((column): CsvCell => (column === kind ? amount_centavos : '')),
        slip_number === null ? (reason ?? '') : s.slip(slip_number),
        row.terminal_name,
        row.cashier_name,
        row.moved_by_name,
        row.approver_name ?? '',
      ],
      totals: (amountOf) => [amountOf('in'), amountOf('out'), amountOf('drop'), '', '', '', '', ''],
    },
    filter,
  )

/** Approvals that were given and not used. */
export const exportUnusedApprovals = (context: DetachedContext<Principal>, filter: Filter) =>
  exportList(
    context,
    {
      name: 'approvals',
      list: views.unusedApprovals,
      at: ({ approved_at }) => approved_at,
      columns: [s.purposeOfApproval, s.amount, s.askedBy, s.approvedBy],
      cells: ({ kind, amount_centavos, requested_by, approver_name }) => [
        approvalMessages.kinds[kind](formatPeso(amount_centavos)),
        amount_centavos,
        requested_by,
        approver_name,
      ],
      totals: (amountOf) => ['', amountOf(), '', ''],
    },
    filter,
  )

/** Exports the till actions, each with the time at which it happened and the time at which the server received it. */
export const exportTillActions = (context: DetachedContext<Principal>, filter: Filter) =>
  exportList(
    context,
    {
      name: 'actions',
      list: views.tillActions,
      at: ({ acted_at }) => acted_at,
      columns: [s.kind, s.description, s.amount, s.terminal, s.cashier, s.receivedAt, s.receivedFrom],
      cells: (row) => [
        s.actionKinds[row.kind],
        row.description,
        row.amount_centavos,
        row.terminal_name ?? '',
        row.acted_by_name,
        { value: `${manilaDate(row.received_at)} ${manilaTime(row.received_at)}` },
        row.received_from_name,
      ],
      totals: (amountOf) => ['', '', amountOf(), '', '', '', ''],
    },
    filter,
  )
