import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { dropCheckContract } from '#shared/cash/drop-check-contract.ts'
import { reportsContract, type ReportCheck } from '#shared/reports/contract.ts'
import { rowNotesOf, type RowNote } from '#shared/reports/columns.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  columnNames,
  mainColumn,
  reportNames,
  reports,
  type Cell,
  type CellKind,
  type ColumnKey,
  type Range,
  type ReportName,
  type ReportTable,
} from '#shared/reports/reports.ts'
import { prepaidCheckContract } from '#shared/prepaid/check-contract.ts'
import { paymentCheckContract } from '#shared/sales/payment-check-contract.ts'
import { clientPath } from '#web/clients/client-paths.ts'
import { useAction } from '#web/data/use-action.ts'
import { ifMatch } from '#web/lib/api.ts'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { ComparedTable } from './compared-table.tsx'
import { formatCell } from './format-cell.ts'
import { ReportChart } from './report-chart.tsx'

type Row = { id: number; cells: Cell[]; check: ReportCheck | undefined; clientId: string | undefined }

const isRight = (kind: CellKind) => ['count', 'decimal', 'percent', 'amount'].includes(kind)

/** True for a column of zeros, which the card layout of narrow screens leaves out. */
const isEmpty = ({ rows }: ReportTable, index: number) => rows.every((row) => row[index] === 0)

const shortTexts: readonly ColumnKey[] = ['number', 'original', 'kind', 'card', 'method', 'reference']

/** Dates, amounts and short names stay on one line; other texts may wrap. */
const isShort = (key: ColumnKey, kind: CellKind) => kind !== 'text' || shortTexts.includes(key)

const markOptions = { failed: s.markNotSaved, reread: [reportsContract.read] }

/** The checkbox with which the owner marks a payment or bank drop as seen, or removes this mark. */
function SeenTick({ check, name }: { check: ReportCheck; name: string }) {
  const payment = useAction(paymentCheckContract.mark, markOptions)
  const paidAhead = useAction(prepaidCheckContract.mark, markOptions)
  const drop = useAction(dropCheckContract.mark, markOptions)
  const mark = (is_seen: boolean) => {
    const version = ifMatch(check)
    if ('movement_id' in check) return drop.run({ params: { id: check.movement_id }, body: { is_seen } }, version)
    if ('account_id' in check)
      return paidAhead.run({ params: { id: check.account_id }, body: { kind: check.kind, is_seen } }, version)
    return payment.run({ params: { id: check.document_id }, body: { position: check.position, is_seen } }, version)
  }
  return (
    <Checkbox
      label={
        <>
          {s.markSeen}
          <span className="sr-only">: {name}</span>
        </>
      }
      checked={check.is_seen}
      disabled={payment.busy || paidAhead.busy || drop.busy}
      onChange={(is_seen) => void mark(is_seen)}
    />
  )
}

const seenColumns: readonly ColumnKey[] = ['seen', 'seen_at_bank']

/**
 * Says who has seen a payment or bank drop and when, with the checkbox that marks it as seen. The accessible name of
 * the checkbox contains the first two cells of the row.
 */
const Seen = ({ text, row: { check, cells } }: { text: string; row: Row }) => (
  <span className="inline-block min-w-24 wrap-anywhere">
    {text}
    {check && <SeenTick check={check} name={cells.slice(0, 2).join(' ')} />}
  </span>
)

/** The name of a client as a link to the client's page. */
const ClientLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    to={clientPath('admin', id)}
    className="inline-flex min-h-11 min-w-24 items-center font-semibold wrap-anywhere underline underline-offset-4"
  >
    {name}
  </Link>
)

/** A table with this many columns or more has narrower cells, so that a screen of 1,440 px shows the last column. */
const MANY_COLUMNS = 10
/**
 * The class that narrows the cells of a table. It has no effect on small screens, where each row is shown as a card.
 */
const NARROW = '@min-[64rem]/cards-lg:px-2!'

const columnsOf = (report: ReportName, table: ReportTable): Column<Row>[] =>
  reports[report].columns.map(({ key, kind }, index) => ({
    key,
    header: columnNames[key],
    ...(reports[report].columns.length >= MANY_COLUMNS && { className: NARROW }),
    ...(isRight(kind) && { align: 'right' as const }),
    ...(index === 0 && { card: 'title' as const }),
    ...(isRight(kind) && index !== mainColumn(report) && isEmpty(table, index) && { card: 'hidden' as const }),
    cell: (row: Row) => {
      const text = formatCell(row.cells[index] ?? null, kind)
      if (key === 'phone') return <PhoneLink number={text} />
      if (key === 'client' && row.clientId !== undefined) return <ClientLink id={row.clientId} name={text} />
      if (seenColumns.includes(key)) return <Seen text={text} row={row} />
      return index === mainColumn(report) ? (
        <b className="font-semibold">{text}</b>
      ) : (
        <span className={isShort(key, kind) ? 'whitespace-nowrap' : 'inline-block min-w-24 wrap-anywhere'}>{text}</span>
      )
    },
    ...(index === 0 ? { foot: s.total } : isRight(kind) && { foot: formatCell(table.totals[index] ?? null, kind) }),
  }))

const nothing: ReportTable = { rows: [], totals: [] }

type ReportViewProps = {
  report: ReportName
  range: Range
  /** `count` is the number of all rows of the report; `rows` has only the first of them if the report is long. */
  table: (ReportTable & { count: number; checks?: ReportCheck[]; clients?: string[]; notes?: RowNote[] }) | undefined
  busy: boolean
}

/** A report's rows with totals, and a chart where bars help. */
export function ReportView({ report, range, table, busy }: ReportViewProps) {
  const columns = useMemo(() => columnsOf(report, table ?? nothing), [report, table])
  const rows = useMemo(
    () =>
      table?.rows.map((cells, id): Row => ({ id, cells, check: table.checks?.[id], clientId: table.clients?.[id] })),
    [table],
  )
  if (reports[report].compares) return <ComparedTable report={report} table={table} busy={busy} />
  const list = (
    <DataTable
      label={reportNames[report]}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      {...(columns.length > 9 && { maxHeight: 'max-h-[70vh]' })}
      cardsBelow={reports[report].columns.length > 5 ? 'lg' : 'md'}
      empty={<EmptyState icon={SearchX} title={s.none} body={s.noneHint} />}
    />
  )
  return (
    <div className="space-y-4">
      <ReportChart report={report} range={range} table={table} />
      {reports[report].chart === 'week' && rows?.length ? <Fold label={s.asTable}>{list}</Fold> : list}
      {table && table.count > table.rows.length && (
        <p className="text-sm text-ink-2">{s.firstRows(table.rows.length, table.count)}</p>
      )}
      {rowNotesOf(table?.notes).map((note) => (
        <p key={note} className="text-sm text-ink-2">
          {note}
        </p>
      ))}
    </div>
  )
}
