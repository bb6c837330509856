import { Grid3x3 } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { reports, reportNames, type Cell, type ColumnKey, type ReportName } from '#shared/reports/reports.ts'
import { visitReportMessages as s } from '#shared/reports/visit-messages.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/data/load-states.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'

const shown = {
  people: { open: 'people_open', booked: 'people_booked', use: 'people_use' },
  rooms: { open: 'rooms_open', booked: 'rooms_booked', use: 'rooms_use' },
} as const satisfies Record<string, Record<string, ColumnKey>>
type Shown = keyof typeof shown
const options = (['people', 'rooms'] as const).map((value) => ({ value, label: s[value] }))

/** The weekdays in the order of the map, from Monday (1) to Sunday (0). */
const week = [1, 2, 3, 4, 5, 6, 0]

/** The share of colour in a cell at 100 %. Up to this share the cell's text has enough contrast in both themes. */
const STRONGEST = 0.45

/** The colour of a cell: stronger with a higher percentage, up to 100 %. */
const colourOf = (percent: number) => ({
  background: `color-mix(in oklab, var(--primary) ${Math.round(Math.min(100, percent) * STRONGEST)}%, var(--surface))`,
})

/** Columns of equal width with a small gap. */
const layout = { tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: '2px' } as const
const hourWidth = { width: '3.25rem' }

type HeatMapProps = { report: ReportName; rows: readonly Cell[][] | undefined }

/** A week as a table of hours and weekdays, coloured by how much of the open hours was booked. */
export function HeatMap({ report, rows }: HeatMapProps) {
  const [of, setOf] = useState<Shown>('people')
  if (rows?.length === 0) return null
  const title = reportNames[report]
  return (
    <SectionCard
      title={title}
      aside={<Grid3x3 size={18} className="text-ink-3" aria-hidden="true" />}
      bodyClassName="space-y-4 px-3 pb-5 sm:px-5"
    >
      <SegmentedControl aria-label={s.heatOf} options={options} value={of} onChange={setOf} />
      {rows ? <HeatTable label={title} report={report} rows={rows} of={of} /> : <Skeleton className="h-[20.5rem]" />}
    </SectionCard>
  )
}

type HeatTableProps = { label: string; report: ReportName; rows: readonly Cell[][]; of: Shown }

function HeatTable({ label, report, rows, of }: HeatTableProps) {
  const indexOf = (key: ColumnKey) => reports[report].columns.findIndex((column) => column.key === key)
  const hours = [...new Set(rows.map((row) => String(row[indexOf('hour')])))].sort()
  const cellAt = (hour: string, weekday: number) =>
    rows.find((row) => row[indexOf('weekday')] === s.weekdays[weekday] && row[indexOf('hour')] === hour)
  const keys = shown[of]
  return (
    <table aria-label={`${label}: ${s[of]}`} className="tnum w-full text-xs" style={layout}>
      <thead>
        <tr>
          <td style={hourWidth} />
          {week.map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 font-semibold text-ink-2">
              <span aria-hidden="true">{s.shortWeekdays[weekday]}</span>
              <span className="sr-only">{s.weekdays[weekday]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="pr-1 text-right font-normal whitespace-nowrap text-ink-2">
              {formatTime(hour).replace(':00', '')}
            </th>
            {week.map((weekday) => {
              const row = cellAt(hour, weekday)
              const number = (key: ColumnKey) => row?.[indexOf(key)] ?? null
              return (
                <HeatCell key={weekday} use={number(keys.use)} booked={number(keys.booked)} open={number(keys.open)} />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeatCell({ use, booked, open }: Record<'use' | 'booked' | 'open', Cell>) {
  if (use === null)
    return (
      <td className="h-8 rounded-sm bg-surface-2 text-center text-ink-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{s.noUse}</span>
      </td>
    )
  const percent = Number(use)
  const hours = s.heatCell(formatNumber(Number(booked)), formatNumber(Number(open)))
  return (
    <td className="h-8 rounded-sm border border-line text-center" style={colourOf(percent)} title={hours}>
      {Math.round(percent)}
      <span className="sr-only"> %, {hours}</span>
    </td>
  )
}
