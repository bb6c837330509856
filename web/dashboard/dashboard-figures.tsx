import { CalendarCheck, Coins, Users, Wallet, type LucideIcon, ChartNoAxesColumn } from 'lucide-react'
import { Link } from 'react-router'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { ringPercent } from '#shared/dashboard/client-ring.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatDayAndMonth } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos, formatPesoShort } from '#shared/lib/money.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import { formatGrowth, formatNumber } from '#shared/lib/numbers.ts'
import { useOpenShifts } from '#web/cash/open-shifts.tsx'
import { useRead, type Read } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { queryMessage } from '#web/lib/query.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard, StatCard } from '#web/ui/card.tsx'
import { BarChart, pesoTick, Ring } from '#web/ui/data/charts.tsx'
import { EmptyState, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { DASHBOARD_PARTS, type DashboardPart } from './dashboard-settings.tsx'

/** Loaded data: undefined while loading, null after a failure. */
type Loaded<Data> = Data | null | undefined
type MonthlySales = Loaded<Output<typeof dashboardContract.monthlySales>['data']>
type ClientCounts = Loaded<Output<typeof dashboardContract.clients>['data']>

type Part = Pick<Read<unknown>, 'error' | 'data'>

/** The error message; "too many requests" is not shown while older figures can stay on the screen. */
function failureOf(sales: Part, clients: Part): string | undefined {
  const hasSales = queryMessage(sales) === undefined
  const hasClients = queryMessage(clients) === undefined
  if (!hasSales && !hasClients) return queryMessage(sales, s.failed)
  return hasSales ? queryMessage(clients, s.clientsFailed) : queryMessage(sales, s.monthlySalesFailed)
}

/** The dashboard's figures, reloaded every `everyMs` while the page is visible (false: only on request). */
export function useDashboard(everyMs: number | false) {
  const sales = useRead(dashboardContract.monthlySales, {}, { everyMs })
  const clients = useRead(dashboardContract.clients, {}, { everyMs })
  const today = useRead(dashboardContract.today, {}, { everyMs, failed: s.todayFailed })
  const treatments = useRead(catalogueContract.treatments, { querystring: { per_page: 1 } })
  const shifts = useOpenShifts()
  const readAt = [sales, clients].flatMap((part) => (part.readAt && part.data ? [part.readAt.getTime()] : []))
  return {
    today,
    sales: sales.data?.data ?? (sales.error ? null : undefined),
    clients: clients.data?.data ?? (clients.error ? null : undefined),
    /** True when all visitors seem to come from the proxy's address. */
    isProxyNotTrusted: sales.data?.notices.includes('proxy_not_trusted') === true,
    /** True when the last check of the books found differences. */
    doBooksDiffer: sales.data?.notices.includes('books_differ') === true,
    /** True when Mutya has switched off a webhook that only failed. */
    isWebhookStopped: sales.data?.notices.includes('webhook_stopped') === true,
    /** True when the daily limit of e-mails to unknown, unconfirmed people is reached. */
    areMailsStopped: sales.data?.notices.includes('mails_stopped') === true,
    failingJobs: sales.data?.failing_jobs ?? [],
    /** True while the clinic has no treatments, so that nothing can be booked or sold yet. */
    isCatalogueEmpty: treatments.data?.total === 0,
    /** True once it is known whether the next steps and the open shifts are shown above the dashboard's figures. */
    isLayoutKnown: !treatments.isLoading && !shifts.isLoading,
    failure: failureOf(sales, clients),
    /** The time at which the oldest of the displayed figures was loaded. */
    lastUpdated: readAt.length > 0 ? new Date(Math.min(...readAt)) : undefined,
    isBusy: today.isFetching || sales.isFetching || clients.isFetching,
    refresh: () => void Promise.all([today.reload(), sales.reload(), clients.reload(), treatments.reload()]),
  }
}

type Figure = {
  part: DashboardPart
  icon: LucideIcon
  value: string | undefined
  note: string | null
  noteTone?: Tone
  loading: boolean
}

const peso = (pesos: number | undefined) => (pesos === undefined ? undefined : formatPeso(toCentavos(pesos)))

/** `+12.4% so far vs Oct 1–22`, without a colour: an unfinished period is neither good nor bad yet. */
const growthNote = (rate: number | null | undefined, before: string, nothingBefore: string) =>
  rate === null ? nothingBefore : rate === undefined ? null : s.soFar(formatGrowth(rate), before)

function salesFigures(sales: MonthlySales): Record<'month' | 'total' | 'today', Figure> {
  const months = sales?.['Monthly-sales']
  const loading = sales === undefined
  const { month, month_compared: days, day } = sales?.so_far ?? {}
  const sameDays = days ? s.sameDays(formatDayAndMonth(days.from), Number(days.to.slice(8))) : ''
  return {
    month: {
      part: 'monthly-sales',
      icon: Wallet,
      value: peso(months?.at(-1)?.total_sales),
      note: growthNote(month, sameDays, s.nothingIn(sameDays)),
      loading,
    },
    total: { part: 'total-sales', icon: Coins, value: peso(sales?.total_sales), note: s.allTime, loading },
    today: {
      part: 'todays-sales',
      icon: CalendarCheck,
      value: peso(sales?.Today_sales),
      note: growthNote(day, s.yesterday, sales?.Today_sales ? s.nothingYesterday : s.nothingYet),
      loading,
    },
  }
}

const clientsFigure = (clients: ClientCounts): Figure => ({
  part: 'total-clients',
  icon: Users,
  value: clients ? formatNumber(clients.total_clients) : undefined,
  note: clients ? s.activeIn12Months(s.activeCustomers, formatNumber(clients.active_clients)) : s.activeCustomers,
  loading: clients === undefined,
})

type FigureCardsProps = { sales: MonthlySales; clients: ClientCounts; shows: (part: DashboardPart) => boolean }

/** Four cards with figures such as today's sales and the number of clients; each figure loads separately. */
export function FigureCards({ sales, clients, shows }: FigureCardsProps) {
  const { month, total, today } = salesFigures(sales)
  const figures = [month, total, clientsFigure(clients), today].filter((figure) => shows(figure.part))
  return (
    <dl className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 lg:gap-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {figures.map(({ part, value, ...figure }) => (
        // A dash stands for a figure that could not be loaded, because a zero would look like a result. The minimum
        // height fits a note of two lines, to avoid a layout shift.
        <StatCard key={part} label={DASHBOARD_PARTS[part]} value={value ?? '—'} className="xl:min-h-38" {...figure} />
      ))}
    </dl>
  )
}

const full = (pesos: number) => formatPesoShort(toCentavos(pesos))

/** The sales of twelve months as bars; the bar of the current month is solid. */
export function SalesTrend({ sales, className }: { sales: MonthlySales; className?: string }) {
  const months = sales?.['Monthly-sales']
  return (
    <SectionCard
      title={s.salesTrend}
      aside={
        <Link to={paths.reports} className={buttonClass({ variant: 'quiet' })}>
          {navigationMessages.reports}
        </Link>
      }
      className={className}
    >
      {sales === undefined && <TrendLoading />}
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
          formatTick={pesoTick}
        />
      )}
    </SectionCard>
  )
}

const NotLoaded = () => <EmptyState icon={ChartNoAxesColumn} title={s.notLoaded} className="min-h-82 justify-center" />

// Placeholder bars in the height of the real chart.
const heights = ['h-24', 'h-20', 'h-28', 'h-32', 'h-28', 'h-40', 'h-44', 'h-40', 'h-48', 'h-44', 'h-52', 'h-36']

function TrendLoading() {
  return (
    <SkeletonGroup className="flex h-82 items-end gap-[3%] pl-14">
      {heights.map((height, index) => (
        <Skeleton key={index} className={`${height} flex-1`} />
      ))}
    </SkeletonGroup>
  )
}

/** The number of clients this month beside last month's. */
export function ClientAnalytics({ clients, className }: { clients: ClientCounts; className?: string }) {
  return (
    <SectionCard title={s.clientAnalytics} className={className}>
      {clients && <Months clients={clients} />}
      {clients === undefined && <RingLoading />}
      {clients === null && <EmptyState icon={Users} title={s.notLoaded} className="min-h-82 justify-center" />}
    </SectionCard>
  )
}

function Months({ clients }: { clients: NonNullable<ClientCounts> }) {
  const { catered_clients_this_month: present, catered_clients_last_month: last } = clients
  const percent = ringPercent(present, last)
  return (
    <>
      <Ring percent={percent} caption={s.ofLastMonth} label={s.catered(present, last, Math.round(percent))} />
      <dl className="tnum mt-5 grid grid-cols-2 gap-3 text-center">
        <div className="flex flex-col-reverse rounded-card bg-primary-soft p-3 text-primary-ink">
          <dt className="text-sm">{s.thisMonth}</dt>
          <dd className="text-xl font-extrabold">{formatNumber(present)}</dd>
        </div>
        <div className="flex flex-col-reverse rounded-card bg-surface-2 p-3">
          <dt className="text-sm text-ink-2">{s.lastMonth}</dt>
          <dd className="text-xl font-extrabold">{formatNumber(last)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-center text-sm text-ink-2">
        {s.cateredHint}
        {present > last && <b className="block font-semibold text-ink">{s.moreThanLastMonth(present - last)}</b>}
      </p>
    </>
  )
}

function RingLoading() {
  return (
    <SkeletonGroup className="space-y-5">
      <Skeleton className="mx-auto size-48 rounded-full!" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-18 rounded-card!" />
        <Skeleton className="h-18 rounded-card!" />
      </div>
      <Skeleton className="mx-auto h-5 w-3/4" />
    </SkeletonGroup>
  )
}
