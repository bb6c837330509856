import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import { addDays, addMonths, formatMonth, formatShortDate, formatTime, startOfMonth } from '#shared/lib/manila-time.ts'
import { formatPeso, formatPesoShort, toCentavos, toPesos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  daysIn,
  mainColumn,
  reports,
  type Cell,
  type CellKind,
  type ChartKind,
  type Range,
  type ReportName,
  type ReportTable,
} from '#shared/reports/reports.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { BarChart, pesoTick } from '#web/ui/data/charts.tsx'
import { Skeleton } from '#web/ui/data/load-states.tsx'

const formats: Record<CellKind, (cell: string | number) => string> = {
  text: String,
  date: (cell) => formatShortDate(String(cell)),
  month: (cell) => formatMonth(String(cell)),
  time: (cell) => formatTime(String(cell)),
  count: (cell) => formatNumber(Number(cell)),
  amount: (cell) => formatPeso(toCentavos(Number(cell))),
}

/** A cell's displayed text. */
export const formatCell = (cell: Cell, kind: CellKind): string => (cell === null ? '' : formats[kind](cell))

/** The maximum number of days with a bar each; longer ranges are shown by month. */
const MOST_BARS = 31

type Bar = { label: string; shortLabel: string; value: number }
type BarsOf = (report: ReportName, range: Range, rows: readonly Cell[][]) => Bar[]

/** A bar for each day or month of the range, including those without sales. */
const barsOfDays: BarsOf = (report, range, rows) => {
  const main = mainColumn(report)
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

/** A bar for each row, named by its first cell. */
const barsOfRows: BarsOf = (report, _range, rows) =>
  rows.map((row) => {
    const label = formatCell(row[0] ?? null, reports[report].columns[0]!.kind)
    return { label, shortLabel: label.replace(':00', ''), value: Number(row[mainColumn(report)]) }
  })

type Chart = { barsOf: BarsOf; titleOf: (name: string, range: Range) => string; isShown: (range: Range) => boolean }

const charts: Record<ChartKind, Chart> = {
  days: {
    barsOf: barsOfDays,
    titleOf: (name, range) => (daysIn(range) > MOST_BARS ? s.perMonth(name) : name),
    isShown: (range) => daysIn(range) > 1,
  },
  rows: { barsOf: barsOfRows, titleOf: (name) => name, isShown: () => true },
}

const shortPesos = (pesos: number) => formatPesoShort(toCentavos(pesos))

type ReportChartProps = { report: ReportName; range: Range; table: ReportTable | undefined }

/** The chart of a report's main figure; nothing for a report without a chart. */
export function ReportChart({ report, range, table }: ReportChartProps) {
  const kind = reports[report].chart
  return kind && charts[kind].isShown(range) ? (
    <ChartCard chart={charts[kind]} report={report} range={range} rows={table?.rows} />
  ) : null
}

type ChartCardProps = { chart: Chart; report: ReportName; range: Range; rows: readonly Cell[][] | undefined }

function ChartCard({ chart, report, range, rows }: ChartCardProps) {
  const title = chart.titleOf(s.names[report], range)
  const bars = useMemo(() => chart.barsOf(report, range, rows ?? []), [chart, report, range, rows])
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
