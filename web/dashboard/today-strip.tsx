import { clsx } from 'clsx'
import { CalendarClock, CalendarDays, ChevronRight, PackageMinus, Wallet, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import type { Read } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/events.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'

type Today = Output<typeof dashboardContract.today>
type Counts = Today['data']
type Entry = {
  count: keyof Counts
  label: string
  icon: LucideIcon
  to: string
  /** Above zero it is something to do. */
  asks: boolean
}

const desk = paths.appointments.admin
const entries: Entry[] = [
  { count: 'visits', label: s.visitsToday, icon: CalendarDays, to: `${desk}?view=day`, asks: false },
  { count: 'requests', label: s.requests, icon: CalendarClock, to: desk, asks: true },
  { count: 'unpaid_visits', label: s.unpaidToday, icon: Wallet, to: `${desk}#unpaid`, asks: true },
  { count: 'low_stock', label: s.lowStock, icon: PackageMinus, to: `${paths.supplies}?stock=low`, asks: true },
]

/** What today asks for, before every figure; each leads to its list. */
export function TodayStrip({ read }: { read: Read<Today> }) {
  useEventStream(() => void read.reload())
  const counts = read.data?.data
  return (
    <section aria-label={s.today} className="space-y-3">
      {read.failure && <ErrorPanel {...read.failure} />}
      <ul className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-4 lg:gap-4">
        {entries.map((entry) => (
          <li key={entry.count}>
            <TodayLink {...entry} value={counts?.[entry.count]} failed={read.failure !== undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TodayLink({
  label,
  icon: Icon,
  to,
  asks,
  value,
  failed,
}: Entry & { value: number | undefined; failed: boolean }) {
  const isOpen = asks && value !== undefined && value > 0
  return (
    <Link
      to={to}
      className="flex h-full min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2.5 transition-colors hover:border-line-strong"
    >
      <span
        className={clsx(
          'grid size-10 shrink-0 place-items-center rounded-full',
          isOpen ? 'bg-warning-soft text-warning' : 'bg-primary-soft text-primary-ink',
        )}
      >
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 text-sm font-semibold text-ink-2">{label}</span>
      {value === undefined && !failed ? (
        <Skeleton className="h-7 w-8" />
      ) : (
        // A dash where nothing could be loaded: zero would be a count.
        <b className="tnum text-2xl font-extrabold">{value === undefined ? '—' : formatNumber(value)}</b>
      )}
      <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
    </Link>
  )
}
