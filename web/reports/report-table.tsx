import { ChartNoAxesColumn, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { addDays, addMonths, formatMonth, formatShortDate, formatTime, startOfMonth } from '#shared/lib/manila-time.ts'
import { formatPeso, formatPesoShort, toCentavos, toPesos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  daysIn,
  mainColumn,
  reportColumns,
  type Cell,
  type CellKind,
  type ColumnKey,
  type Range,
  type ReportName,
  type ReportTable,
} from '#shared/reports/reports.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { BarChart, pesoTick } from '#web/ui/data/charts.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, Skeleton } from '#web/ui/data/load-states.tsx'

const formats: Record<CellKind, (cell: string | number) => string> = {
  text: String,
  date: (cell) => formatShortDate(String(cell)),
  month: (cell) => formatMonth(String(cell)),
  time: (cell) => formatTime(String(cell)),
  count: (cell) => formatNumber(Number(cell)),
  amount: (cell) => formatPeso(toCentavos(Number(cell))),
}

/** A cell's displayed text. */
const formatCell = (cell: Cell, kind: CellKind): string => (cell === null ? '' : formats[kind](cell))

type Row = { id: number; cells: Cell[] }

const isRight = (kind: CellKind) => kind === 'count' || kind === 'amount'

/** True for a column of zeros, which the card layout of narrow screens leaves out. */
const isEmpty = ({ rows }: ReportTable, index: number) => rows.every((row) => row[index] === 0)

const shortTexts: readonly ColumnKey[] = ['number', 'original', 'kind', 'card', 'method']

/** Dates, amounts and short names stay on one line; other texts may wrap. */
const isShort = (key: ColumnKey, kind: CellKind) => kind !== 'text' || shortTexts.includes(key)

const columnsOf = (report: ReportName, table: ReportTable): Column<Row>[] =>
  reportColumns[report].map(({ key, kind }, index) => ({
    key,
    header: s.columns[key],
    ...(isRight(kind) && { align: 'right' as const }),
    ...(index === 0 && { card: 'title' as const }),
    ...(isRight(kind) && index !== mainColumn(report) && isEmpty(table, index) && { card: 'hidden' as const }),
    cell: ({ cells }: Row) => {
      const text = formatCell(cells[index] ?? null, kind)
      return index === mainColumn(report) ? (
        <b className="font-semibold">{text}</b>
      ) : (
        <span className={isShort(key, kind) ? 'whitespace-nowrap' : 'inline-block min-w-24 wrap-anywhere'}>{text}</span>
      )
    },
    ...(index === 0 ? { foot: s.total } : isRight(kind) && { foot: formatCell(table.totals[index] ?? null, kind) }),
  }))

const nothing: ReportTable = { rows: [], totals: [] }

type ReportViewProps = { report: ReportName; range: Range; table: ReportTable | undefined; busy: boolean }

/** A report's rows with totals, and a chart where bars help. */
export function ReportView({ report, range, table, busy }: ReportViewProps) {
  const columns = useMemo(() => columnsOf(report, table ?? nothing), [report, table])
  const rows = useMemo(() => table?.rows.map((cells, id): Row => ({ id, cells })), [table])
  return (
    <div className="space-y-4">
      {report === 'sales-by-day' && daysIn(range) > 1 && <SalesChart range={range} rows={table?.rows} />}
      <DataTable
        label={s.names[report]}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        busy={busy}
        cardsBelow={reportColumns[report].length > 5 ? 'lg' : 'md'}
        empty={<EmptyState icon={SearchX} title={s.none} body={s.noneHint} />}
      />
    </div>
  )
}

/** The maximum number of days with a bar each; longer ranges are shown by month. */
const MOST_BARS = 31

type Bar = { label: string; shortLabel: string; value: number }

/** A bar for each day or month of the range, including those without sales. */
function barsOf(range: Range, rows: readonly Cell[][]): Bar[] {
  const main = mainColumn('sales-by-day')
  const isByMonth = daysIn(range) > MOST_BARS
  const sums = new Map<string, number>()
  for (const row of rows) {
    const date = String(row[0])
    const key = isByMonth ? startOfMonth(date) : date
    sums.set(key, (sums.get(key) ?? 0) + toCentavos(Number(row[main])))
  }
  const bars: Bar[] = []
  const first = isByMonth ? startOfMonth(range.from) : range.from
  for (let key = first; key <= range.to; key = isByMonth ? addMonths(key, 1) : addDays(key, 1)) {
    const label = isByMonth ? formatMonth(key) : formatShortDate(key)
    bars.push({
      label,
      shortLabel: isByMonth ? label.slice(0, 3) : String(Number(key.slice(8))),
      value: toPesos(sums.get(key) ?? 0),
    })
  }
  return bars
}

const shortPesos = (pesos: number) => formatPesoShort(toCentavos(pesos))

function SalesChart({ range, rows }: { range: Range; rows: readonly Cell[][] | undefined }) {
  const title = daysIn(range) > MOST_BARS ? s.perMonth(s.names['sales-by-day']) : s.names['sales-by-day']
  const bars = useMemo(() => barsOf(range, rows ?? []), [range, rows])
  if (rows && bars.every(({ value }) => value <= 0)) return null
  return (
    <SectionCard title={title} aside={<ChartNoAxesColumn size={18} className="text-ink-3" aria-hidden="true" />}>
      {rows ? (
        <BarChart label={title} bars={bars} formatValue={shortPesos} formatTick={pesoTick} />
      ) : (
        // The chart's height, so that the rows below do not move.
        <Skeleton className="h-[20.5rem] animate-appear-late" />
      )}
    </SectionCard>
  )
}
