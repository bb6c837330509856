import { formatDay, formatShortWeekday } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import type { Overview } from '#shared/overview/contract.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { BarChart, pesoTick, type Bar } from '#web/ui/data/charts.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Figures } from './figures.tsx'

type Week = Overview['week']
type Day = Week['days'][number]

const amount = (pesos: number) => formatPesoShort(toCentavos(pesos))
const salesOf = ({ sales }: Day) => (sales === null ? s.notYet : amount(sales))

const barOf = (day: Day): Bar => ({
  label: formatDay(day.date),
  shortLabel: formatShortWeekday(day.date),
  value: day.sales ?? 0,
  before: day.sales_before,
  name: s.bar(formatDay(day.date), salesOf(day), amount(day.sales_before)),
})

const columns: Column<Day>[] = [
  { key: 'day', header: s.day, cell: ({ date }) => formatDay(date), card: 'title' },
  { key: 'sales', header: s.thisWeekBars, align: 'right', cell: salesOf },
  { key: 'before', header: s.lastWeekBars, align: 'right', cell: ({ sales_before }) => amount(sales_before) },
]

/** This week against last week: four figures, and the sales of each day as bars and as a table. */
export function WeekCard({ week: { present, before, days } }: { week: Week }) {
  const figure = (label: string, key: keyof Week['present'], format: (value: number) => string) => ({
    label,
    value: format(present[key]),
    note: s.lastWeek(format(before[key])),
  })
  const figures = [
    figure(s.sales, 'sales', amount),
    figure(s.kept, 'kept', formatNumber),
    figure(s.noShows, 'no_shows', formatNumber),
    figure(s.newClients, 'new_clients', formatNumber),
  ]
  return (
    <SectionCard title={s.week} className="min-w-0">
      <Figures figures={figures} />
      <h3 className="mt-6 font-bold">{s.salesOfDays}</h3>
      <p className="mt-1 flex gap-4 text-sm text-ink-2" aria-hidden="true">
        <Legend name={s.lastWeekBars} colour="bg-[color-mix(in_oklab,var(--primary)_32%,var(--surface))]" />
        <Legend name={s.thisWeekBars} colour="bg-primary" />
      </p>
      <BarChart label={s.salesOfDays} bars={days.map(barOf)} formatValue={amount} formatTick={pesoTick} />
      <p className="mt-4 mb-4 text-sm text-ink-2">{s.weekMeans}</p>
      <Fold label={s.asTable}>
        <DataTable label={s.salesOfDays} columns={columns} rows={days} rowKey={({ date }) => date} empty={null} />
      </Fold>
    </SectionCard>
  )
}

const Legend = ({ name, colour }: { name: string; colour: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className={`size-3 rounded-sm ${colour}`} />
    {name}
  </span>
)
