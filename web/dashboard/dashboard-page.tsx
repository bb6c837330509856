import { clsx } from 'clsx'
import {
  Building2,
  ChevronRight,
  Ellipsis,
  Gauge,
  LayoutDashboard,
  RefreshCw,
  ScanLine,
  Settings2,
  Sparkles,
  TriangleAlert,
  UserPlus,
  CalendarClock,
  CalendarDays,
  CalendarX2,
  PackageMinus,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { firstStepsMessages } from '#shared/clinic/messages.ts'
import type { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import type { JobName } from '#shared/lib/job-names.ts'
import { formatClock, formatInstantTime } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { OfferBanner } from '#web/auth/second-factor/offer-banner.tsx'
import { OpenShifts } from '#web/cash/open-shifts.tsx'
import type { Read } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { paths } from '#web/lib/paths.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { EMPTY_SUBTITLE, PageHeader } from '#web/ui/page-header.tsx'
import { ClientAnalytics, FigureCards, SalesTrend, useDashboard } from './dashboard-figures.tsx'
import {
  DashboardSettingsDialog,
  dashboardParts,
  everyMsOf,
  useDashboardSettings,
  type DashboardPart,
} from './dashboard-settings.tsx'

/** The admin's start page, with figures such as sales and the number of clients. */
export default function DashboardPage() {
  const [settings, saveSettings] = useDashboardSettings(usePerson().id)
  const board = useDashboard(everyMsOf(settings))
  const choose = useDialog(DashboardSettingsDialog, { onSave: saveSettings })
  const shows = (part: DashboardPart) => !settings.hidden.includes(part)
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={board.lastUpdated ? s.lastUpdated(formatClock(board.lastUpdated)) : EMPTY_SUBTITLE}
        actions={<Actions busy={board.isBusy} onRefresh={board.refresh} onSettings={() => choose.open({ settings })} />}
      />
      {board.failure && (
        <ErrorPanel
          message={board.failure}
          onRetry={board.refresh}
          busy={board.isBusy}
          lastUpdated={board.lastUpdated && formatInstantTime(board.lastUpdated)}
        />
      )}
      <OfferBanner />
      {board.doBooksDiffer && <BooksBanner />}
      {board.areMailsStopped && <QuietBanner title={s.mailsStopped} hint={s.mailsStoppedHint} />}
      {board.isWebhookStopped && <QuietBanner title={s.webhookStopped} hint={s.webhookStoppedHint} />}
      {board.failingJobs.length > 0 && <JobsBanner jobs={board.failingJobs} />}
      {/* A new clinic has nothing to count yet, so links to the steps of its set-up come first. */}
      {board.isCatalogueEmpty && <NextSteps />}
      {/* The dashboard's figures stay invisible until it is known what is shown above them, to avoid a layout shift.
       */}
      <div className={clsx('space-y-4', !board.isLayoutKnown && 'invisible')}>
        <TodayStrip read={board.today} />
        {board.isProxyNotTrusted && <QuietBanner title={s.proxyNotTrusted} hint={s.proxyNotTrustedHint} />}
        <Parts board={board} shows={shows} />
      </div>
      {choose.element}
    </div>
  )
}

type PartsProps = { board: ReturnType<typeof useDashboard>; shows: (part: DashboardPart) => boolean }

function Parts({ board, shows }: PartsProps) {
  const { sales, clients } = board
  if (!dashboardParts.some(shows))
    return <EmptyState icon={LayoutDashboard} title={s.allHidden} body={s.allHiddenHint} />
  const both = shows('sales-trend') && shows('client-analytics')
  return (
    <>
      <FigureCards sales={sales} clients={clients} shows={shows} />
      <div
        className={
          both ? 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]' : ''
        }
      >
        {shows('sales-trend') && <SalesTrend sales={sales} />}
        {shows('client-analytics') && <ClientAnalytics clients={clients} />}
      </div>
    </>
  )
}

function Actions({ busy, onRefresh, onSettings }: { busy: boolean; onRefresh: () => void; onSettings: () => void }) {
  const more = <IconButton label={s.more} variant="secondary" icon={<Ellipsis size={18} aria-hidden="true" />} />
  return (
    <>
      <Button onClick={onSettings} icon={<Settings2 size={18} aria-hidden="true" />}>
        {s.settings}
      </Button>
      <Button onClick={onRefresh} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
        {s.refresh}
      </Button>
      <Menu
        trigger={more}
        items={[
          {
            label: navigationMessages.overview,
            icon: <Gauge size={18} aria-hidden="true" />,
            link: <Link to={paths.overview} />,
          },
          { label: s.demo, icon: <ScanLine size={18} aria-hidden="true" />, link: <Link to={paths.posDemo} /> },
        ]}
      />
    </>
  )
}

/** A notice about a problem that the person who runs the server should fix; the clinic can work meanwhile. */
function QuietBanner({ title, hint }: { title: string; hint: string }) {
  return (
    <div role="note" className="flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <TriangleAlert size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden="true" />
      <p>
        <b className="block font-semibold">{title}</b>
        {hint}
      </p>
    </div>
  )
}

function JobsBanner({ jobs }: { jobs: readonly JobName[] }) {
  return <QuietBanner title={s.jobsFail(jobs.map((job) => s.jobs[job]).join(', '))} hint={s.jobsFailHint} />
}

/** A notice that the check of the books has found differences, with a link to them. */
function BooksBanner() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-danger-soft px-4 py-3 text-sm">
      <TriangleAlert size={20} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60 text-danger">
        <b className="block font-semibold">{s.booksDiffer}</b>
        {s.booksDifferHint}
      </p>
      <Link to={`${paths.reports}?report=books`} className={buttonClass()}>
        {s.showBooks}
      </Link>
    </div>
  )
}

const steps = [
  { to: paths.treatments, icon: Sparkles, words: s.nextSteps.treatments },
  { to: paths.users, icon: UserPlus, words: s.nextSteps.users },
  { to: paths.clinic, icon: Building2, words: s.nextSteps.clinic },
]

/** Links to what a new clinic sets up before its first booking. */
function NextSteps() {
  return (
    <SectionCard
      title={s.nextTitle}
      aside={
        <Link to={paths.firstSteps} className={buttonClass({ variant: 'primary' })}>
          {firstStepsMessages.guide}
        </Link>
      }
    >
      <p className="-mt-2 mb-4 text-sm text-ink-2">{s.nextHint}</p>
      <ol className="grid gap-3 lg:grid-cols-3">
        {steps.map(({ to, icon: Icon, words: [title, hint] }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full min-h-11 items-center gap-4 rounded-card border border-line p-4 transition-colors hover:border-line-strong hover:bg-surface-2"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-ink">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{title}</span>
                <span className="block text-sm text-ink-2">{hint}</span>
              </span>
              <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}

type Today = Output<typeof dashboardContract.today>
type Counts = Today['data']
type Entry = {
  count: keyof Counts
  label: string
  /** Makes the second line below an entry's label from the counts of today. */
  detail?: (counts: Counts) => string
  icon: LucideIcon
  to: string
  /** True if a count above zero means that somebody has to act. */
  asks: boolean
}

const desk = paths.appointments.admin
const entries: Entry[] = [
  { count: 'visits', label: s.visitsToday, icon: CalendarDays, to: `${desk}?view=day`, asks: false },
  { count: 'requests', label: s.requests, icon: CalendarClock, to: desk, asks: true },
  { count: 'unpaid_visits', label: s.unpaidToday, icon: Wallet, to: `${desk}#unpaid`, asks: true },
  { count: 'low_stock', label: s.lowStock, icon: PackageMinus, to: `${paths.supplies}?stock=low`, asks: true },
  {
    count: 'expiring_in_30_days',
    label: s.expiring,
    detail: s.expiringSoon,
    icon: CalendarX2,
    to: `${paths.supplies}?stock=expires-30`,
    asks: true,
  },
]

/** The counts of what needs to be done today, each with a link to its list. */
function TodayStrip({ read }: { read: Read<Today> }) {
  useEventStream(() => void read.reload())
  const counts = read.data?.data
  return (
    <section aria-label={s.today} className="space-y-3">
      {read.failure && <ErrorPanel {...read.failure} />}
      <ul className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 lg:gap-4 xl:grid-cols-5">
        {entries.map((entry) => (
          <li key={entry.count} className="min-[26rem]:last:col-span-2 xl:last:col-span-1">
            <TodayLink {...entry} counts={counts} failed={read.failure !== undefined} />
          </li>
        ))}
      </ul>
      <OpenShifts />
    </section>
  )
}

type TodayLinkProps = Entry & { counts: Counts | undefined; failed: boolean }

function TodayLink({ count, label, detail, icon: Icon, to, asks, counts, failed }: TodayLinkProps) {
  const value = counts?.[count]
  const more = counts && detail?.(counts)
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
      <span className="min-w-0 flex-1 text-sm font-semibold text-ink-2">
        {label}
        {more && <span className="block text-xs font-normal">{more}</span>}
      </span>
      {value === undefined && !failed ? (
        <Skeleton className="h-7 w-8" />
      ) : (
        // A dash stands for a count that could not be loaded, because a zero would look like a result.
        <b className="tnum text-2xl font-extrabold">{value === undefined ? '—' : formatNumber(value)}</b>
      )}
      <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
    </Link>
  )
}
