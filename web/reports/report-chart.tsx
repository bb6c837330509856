import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import { addDays, addMonths, formatMonth, formatShortDate, startOfMonth } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos, toPesos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  columnNames,
  daysIn,
  mainColumn,
  reportNames,
  reports,
  type Cell,
  type CellKind,
  type Range,
  type ReportName,
  type ReportTable,
} from '#shared/reports/reports.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { BarChart, pesoTick } from '#web/ui/data/charts.tsx'
import { Skeleton } from '#web/ui/data/load-states.tsx'
import { formatCell } from './format-cell.ts'
import { HeatMap } from './heat-map.tsx'

/** The maximum number of days with a bar each; longer ranges are shown by month. */
const MOST_BARS = 31

type Bar = { label: string; shortLabel: string; value: number }
type BarsOf = (report: ReportName, range: Range, rows: readonly Cell[][]) => Bar[]

/** Amounts are added up in whole centavos, because sums of pesos with decimals are not exact. */
const exact = {
  add: (kind: CellKind, cell: Cell) => (kind === 'amount' ? toCentavos(Number(cell)) : Number(cell)),
  show: (kind: CellKind, sum: number) => (kind === 'amount' ? toPesos(sum) : sum),
}

const mainKind = (report: ReportName) => reports[report].columns[mainColumn(report)]!.kind

/** A bar for each day or month of the range, including those without sales. */
const barsOfDays: BarsOf = (report, range, rows) => {
  const main = mainColumn(report)
  const kind = mainKind(report)
  const isByMonth = daysIn(range) > MOST_BARS
  const sums = new Map<string, number>()
  for (const row of rows) {
    const date = String(row[0])
    const key = isByMonth ? startOfMonth(date) : date
    sums.set(key, (sums.get(key) ?? 0) + exact.add(kind, row[main] ?? 0))
  }
  const bars: Bar[] = []
  const first = isByMonth ? startOfMonth(range.from) : range.from
  for (let key = first; key <= range.to; key = isByMonth ? addMonths(key, 1) : addDays(key, 1)) {
    const label = isByMonth ? formatMonth(key) : formatShortDate(key)
    bars.push({
      label,
      shortLabel: isByMonth ? label.slice(0, 3) : String(Number(key.slice(8))),
      value: exact.show(kind, sums.get(key) ?? 0),
    })
  }
  return bars
}

/** Makes a bar for each row that has a figure. The first cell of the row names the bar. */
const barsOfRows: BarsOf = (report, _range, rows) =>
  rows.flatMap((row) => {
    const { kind } = reports[report].columns[0]!
    const label = formatCell(row[0] ?? null, kind)
    const value = row[mainColumn(report)] ?? null
    const shortLabel = kind === 'month' ? label.slice(0, 3) : label.replace(':00', '')
    return value === null ? [] : [{ label, shortLabel, value: Number(value) }]
  })

type Chart = { barsOf: BarsOf; titleOf: (name: string, range: Range) => string; isShown: (range: Range) => boolean }

const charts: Record<'days' | 'rows', Chart> = {
  days: {
    barsOf: barsOfDays,
    titleOf: (name, range) => (daysIn(range) > MOST_BARS ? s.perMonth(name) : name),
    isShown: (range) => daysIn(range) > 1,
  },
  rows: { barsOf: barsOfRows, titleOf: (name) => name, isShown: () => true },
}

type Format = (value: number) => string
const shortPesos: Format = (pesos) => formatPesoShort(toCentavos(pesos))
/** How a chart's values and the numbers on its axis are written. */
const formatsOf = (kind: CellKind): { formatValue: Format; formatTick: Format } =>
  kind === 'amount'
    ? { formatValue: shortPesos, formatTick: pesoTick }
    : { formatValue: (value) => formatCell(value, kind), formatTick: (value) => formatCell(value, kind) }

type ReportChartProps = { report: ReportName; range: Range; table: ReportTable | undefined }

/** The chart of a report's most important column; nothing for a report without a chart. */
export function ReportChart({ report, range, table }: ReportChartProps) {
  const kind = reports[report].chart
  if (kind === 'week') return <HeatMap report={report} rows={table?.rows} />
  return kind && charts[kind].isShown(range) ? (
    <ChartCard chart={charts[kind]} report={report} range={range} rows={table?.rows} />
  ) : null
}

type ChartCardProps = { chart: Chart; report: ReportName; range: Range; rows: readonly Cell[][] | undefined }

function ChartCard({ chart, report, range, rows }: ChartCardProps) {
  const { columns } = reports[report]
  // The title names the main figure only if the report is not about money.
  const figure = mainKind(report) === 'amount' ? '' : columnNames[columns[mainColumn(report)]!.key]
  const title = chart.titleOf(figure === '' ? reportNames[report] : s.figureOf(reportNames[report], figure), range)
  const bars = useMemo(() => chart.barsOf(report, range, rows ?? []), [chart, report, range, rows])
  if (rows && bars.every(({ value }) => value <= 0)) return null
  return (
    <SectionCard title={title} aside={<ChartNoAxesColumn size={18} className="text-ink-3" aria-hidden="true" />}>
      {rows ? (
        <BarChart label={title} bars={bars} {...formatsOf(mainKind(report))} />
      ) : (
        // The placeholder is as high as the chart, so that the rows below do not move.
        <Skeleton className="h-[20.5rem] animate-appear-late" />
      )}
    </SectionCard>
  )
}
