import { CalendarCheck, Coins, Users, Wallet, type LucideIcon } from 'lucide-react'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { DASHBOARD_PARTS, type DashboardPart } from './dashboard-settings.ts'
import { formatGrowth, growthTone } from './growth-note.ts'
import type { ClientCounts, MonthlySales } from './use-dashboard.ts'

type Figure = {
  part: DashboardPart
  icon: LucideIcon
  value: string | undefined
  note?: string | undefined
  noteTone?: Tone
  loading: boolean
}

const peso = (pesos: number | undefined) => (pesos === undefined ? undefined : formatPeso(toCentavos(pesos)))

/** `+12.4% vs October` in its colour. */
const growthNote = (rate: number | undefined, before = '') =>
  rate === undefined ? {} : { note: s.versus(formatGrowth(rate), before), noteTone: growthTone(rate) }

function salesFigures(sales: MonthlySales): Record<'month' | 'total' | 'today', Figure> {
  const months = sales?.['Monthly-sales']
  const loading = sales === undefined
  const monthBefore = months?.at(-2)?.month.split(' ')[0]
  return {
    month: {
      part: 'monthly-sales',
      icon: Wallet,
      value: peso(months?.at(-1)?.total_sales),
      ...growthNote(sales?.monthly_growth_rate, monthBefore),
      loading,
    },
    total: { part: 'total-sales', icon: Coins, value: peso(sales?.total_sales), note: s.allTime, loading },
    today: {
      part: 'todays-sales',
      icon: CalendarCheck,
      value: peso(sales?.Today_sales),
      ...growthNote(sales?.daily_growth_rate, s.yesterday),
      loading,
    },
  }
}

const clientsFigure = (clients: ClientCounts): Figure => ({
  part: 'total-clients',
  icon: Users,
  value: clients?.total_clients.toLocaleString('en-PH'),
  note: s.activeCustomers,
  loading: clients === undefined,
})

type FigureCardsProps = { sales: MonthlySales; clients: ClientCounts; shows: (part: DashboardPart) => boolean }

/** The four figures; each is loading until its own answer is there. */
export function FigureCards({ sales, clients, shows }: FigureCardsProps) {
  const { month, total, today } = salesFigures(sales)
  const figures = [month, total, clientsFigure(clients), today].filter((figure) => shows(figure.part))
  return (
    <dl className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 lg:gap-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {figures.map(({ part, value, ...figure }) => (
        // A dash where nothing could be loaded: zero would be a figure.
        <StatCard key={part} label={DASHBOARD_PARTS[part]} value={value ?? '—'} {...figure} />
      ))}
    </dl>
  )
}
