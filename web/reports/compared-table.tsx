import { SearchX } from 'lucide-react'
import { formatGrowth } from '#shared/lib/numbers.ts'
import { reportMessages } from '#shared/reports/messages.ts'
import {
  columnNames,
  reportNames,
  reports,
  type Cell,
  type CellKind,
  type ReportColumn,
  type ReportName,
} from '#shared/reports/reports.ts'
import { visitReportMessages as s } from '#shared/reports/visit-messages.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { formatCell } from './format-cell.ts'

/** A line of the report, such as sales, with its value in each of the compared periods. */
type Figure = ReportColumn & { values: Cell[] }

/** How a figure has changed: percentages by points, other figures by growth in percent; null without a comparison. */
function changeOf(kind: CellKind, now: Cell, then: Cell): string | null {
  if (now === null || then === null) return null
  const difference = Number(now) - Number(then)
  if (kind === 'percent') return s.points(Math.round(difference * 10) / 10)
  return Number(then) === 0 ? null : formatGrowth((difference / Number(then)) * 100)
}

const columnOf = (period: string, index: number): Column<Figure> => ({
  key: String(index),
  header: period,
  align: 'right',
  cell: ({ kind, values }) => {
    const change = index === 0 ? null : changeOf(kind, values[0]!, values[index]!)
    return (
      <>
        <span className={index === 0 ? 'font-semibold' : ''}>{formatCell(values[index] ?? null, kind)}</span>
        {change && <span className="block text-sm text-ink-2">{change}</span>}
      </>
    )
  },
})

type ComparedTableProps = { report: ReportName; rows: readonly Cell[][] | undefined; busy: boolean }

/** A report that compares periods: a line for each figure and a column for each period. */
export function ComparedTable({ report, rows, busy }: ComparedTableProps) {
  const [, ...figures] = reports[report].columns
  const columns: Column<Figure>[] = [
    { key: 'figure', header: s.figure, cell: ({ key }) => columnNames[key], card: 'title' },
    ...(rows ?? []).map(([period], index) => columnOf(String(period), index)),
  ]
  const lines = figures.map((column, n) => ({ ...column, values: (rows ?? []).map((row) => row[n + 1] ?? null) }))
  return (
    <DataTable
      label={reportNames[report]}
      columns={columns}
      rows={rows && (rows.length === 0 ? [] : lines)}
      rowKey={({ key }) => key}
      busy={busy}
      empty={<EmptyState icon={SearchX} title={reportMessages.none} body={reportMessages.noneHint} />}
    />
  )
}
