import { ChartNoAxesColumn } from 'lucide-react'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import type { MonthlySales } from './use-dashboard.ts'

const compact = new Intl.NumberFormat('en-PH', {
  style: 'currency',
  currency: 'PHP',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 3,
})
const full = (pesos: number) => formatPesoShort(toCentavos(pesos))

/** Twelve months as bars, the present one solid. */
export function SalesTrend({ sales, className }: { sales: MonthlySales; className?: string }) {
  const months = sales?.['Monthly-sales']
  return (
    <SectionCard title={s.salesTrend} className={className}>
      {sales === undefined && <Loading />}
      {sales === null && <NotLoaded />}
      {months?.every((month) => month.total_sales === 0) && (
        <EmptyState
          icon={ChartNoAxesColumn}
          title={s.noSales}
          body={s.noSalesHint}
          className="min-h-82 justify-center"
        />
      )}
      {months?.some((month) => month.total_sales !== 0) && (
        <BarChart
          label={s.salesByMonth}
          bars={months.map(({ month, total_sales }) => ({
            label: month,
            shortLabel: month.slice(0, 3),
            value: total_sales,
          }))}
          formatValue={full}
          formatTick={(pesos) => compact.format(pesos)}
        />
      )}
    </SectionCard>
  )
}

const NotLoaded = () => <EmptyState icon={ChartNoAxesColumn} title={s.notLoaded} className="min-h-82 justify-center" />

// Heights of twelve months that look like a chart; the whole has the height of the real one.
const heights = ['h-24', 'h-20', 'h-28', 'h-32', 'h-28', 'h-40', 'h-44', 'h-40', 'h-48', 'h-44', 'h-52', 'h-36']

function Loading() {
  return (
    <SkeletonGroup className="flex h-82 items-end gap-[3%] pl-14">
      {heights.map((height, index) => (
        <Skeleton key={index} className={`${height} flex-1`} />
      ))}
    </SkeletonGroup>
  )
}
