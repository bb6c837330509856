import { LayoutDashboard, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { formatClock, formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { overviewContract, type Overview } from '#shared/overview/contract.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { OpenShiftsLink } from '#web/cash/open-shifts.tsx'
import { useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { EMPTY_SUBTITLE, PageHeader } from '#web/ui/page-header.tsx'
import { Figures } from './figures.tsx'
import { MonthCard } from './month-card.tsx'
import { NeedsCard } from './needs-card.tsx'
import { WeekCard } from './week-card.tsx'

/**
 * The owner's overview: today's figures, open items that wait for an admin, the month with its goal, and this week
 * against last week.
 */
export default function OverviewPage() {
  const read = useRead(overviewContract.read, {}, { failed: s.failed, live: true })
  useEventStream(() => void read.reload())
  const overview = read.data?.data
  const time = read.readAt && s.lastUpdated(formatClock(read.readAt))
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={overview ? `${formatLongDate(overview.date)} · ${time}` : EMPTY_SUBTITLE}
        actions={
          <>
            <Link to={paths.dashboard} className={buttonClass()}>
              <LayoutDashboard size={18} aria-hidden="true" />
              {s.dashboard}
            </Link>
            <Button
              onClick={() => void read.reload()}
              busy={read.isFetching}
              icon={<RefreshCw size={18} aria-hidden="true" />}
            >
              {s.refresh}
            </Button>
          </>
        }
      />
      <Loaded read={read} skeleton={<Loading />}>
        {({ data }) => <Parts overview={data} />}
      </Loaded>
    </div>
  )
}

const columns = 'grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]'

function Parts({ overview }: { overview: Overview }) {
  return (
    <>
      <TodayCard today={overview.today} />
      <div className={columns}>
        <div className="min-w-0 space-y-4">
          <NeedsCard needs={overview.needs} />
          <OpenShiftsLink {...overview.open_shifts} />
          <MonthCard month={overview.month} />
        </div>
        <WeekCard week={overview.week} />
      </div>
    </>
  )
}

function TodayCard({ today }: { today: Overview['today'] }) {
  const figures = [
    { label: s.booked, value: formatNumber(today.booked) },
    { label: s.arrived, value: formatNumber(today.arrived) },
    { label: s.done, value: formatNumber(today.done) },
    { label: s.sales, value: formatPesoShort(toCentavos(today.sales)), note: s.salesCount(today.transactions) },
  ]
  return (
    <SectionCard title={s.today}>
      <Figures figures={figures} />
      <p className="mt-4 text-sm text-ink-2">{s.todayMeans}</p>
    </SectionCard>
  )
}

const Loading = () => (
  <SkeletonGroup label={s.title} className="space-y-4">
    <Skeleton className="h-40 rounded-card!" />
    <div className={columns}>
      <Skeleton className="h-96 rounded-card!" />
      <Skeleton className="h-dvh rounded-card!" />
    </div>
  </SkeletonGroup>
)
