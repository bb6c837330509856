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
  type ReportTable,
} from '#shared/reports/reports.ts'
import { visitReportMessages as s } from '#shared/reports/visit-messages.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { formatCell } from './format-cell.ts'

/** A line of the report, such as sales, with its value in each of the compared periods or of each person. */
type Figure = ReportColumn & { values: Cell[] }

/** How a figure has changed: percentages by points, other figures by growth in percent; null without a comparison. */
function changeOf(kind: CellKind, now: Cell, then: Cell): string | null {
  if (now === null || then === null) return null
  const difference = Number(now) - Number(then)
  if (kind === 'percent') return s.points(Math.round(difference * 10) / 10)
  return Number(then) === 0 ? null : formatGrowth((difference / Number(then)) * 100)
}

/** The table column of one period. The first period (`index` 0) is the one with which the others are compared. */
const columnOfPeriod = (period: string, index: number): Column<Figure> => ({
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

/** The table column of one person, or of the totals of all people. */
const columnOfPerson = (name: string, index: number): Column<Figure> => ({
  key: String(index),
  header: name,
  align: 'right',
  cell: ({ kind, values }) => <span className="whitespace-nowrap">{formatCell(values[index] ?? null, kind)}</span>,
})

type ComparedTableProps = { report: ReportName; table: ReportTable | undefined; busy: boolean }

/** A report that compares periods or people: a line for each figure, and a column for each period or person. */
export function ComparedTable({ report, table, busy }: ComparedTableProps) {
  const [, ...figures] = reports[report].columns
  const hasTotals = reports[report].compares === 'people' && table !== undefined && table.rows.length > 1
  const rows = hasTotals ? [...table.rows, [reportMessages.total, ...table.totals.slice(1)]] : table?.rows
  const columnOf = reports[report].compares === 'people' ? columnOfPerson : columnOfPeriod
  const columns: Column<Figure>[] = [
    { key: 'figure', header: s.figure, cell: ({ key }) => columnNames[key], card: 'title' },
    ...(rows ?? []).map(([name], index) => columnOf(String(name), index)),
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
