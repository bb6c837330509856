import { CalendarClock, CircleCheckBig, RefreshCw, Settings2, UserPlus, WifiOff } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatClock } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { useRead, type Read } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/events.ts'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/data-table-column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { lazyDialog, useDialog } from '#web/ui/use-dialog.tsx'
import { ActionsCell, ClientCell, PayLink, ServiceCell, StatusCell, TimeCell } from './appointment-cells.tsx'
import { useChangeStatus, useRefreshAppointments } from './appointment-changes.ts'
import { CalendarSection } from './calendar-section.tsx'
import type { StartTransition } from './offered-transitions.ts'
import { UnpaidCount, UnpaidToday } from './unpaid-visits.tsx'

const CancelAppointmentDialog = lazyDialog(
  async () => (await import('./cancel-appointment-dialog.tsx')).CancelAppointmentDialog,
)
const RescheduleDialog = lazyDialog(async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog)
const AddWalkInDialog = lazyDialog(async () => (await import('#web/clients/add-walk-in-dialog.tsx')).AddWalkInDialog)

/** The clinic's day at the desk: the calendar, what is waiting, what was done, and the moves between. */
export default function ManageAppointmentsPage() {
  const page = useCalendarPage()
  const active = useDeskList('active', page.page)
  const completed = useDeskList('completed-today', page.done)
  const refresh = useRefreshAppointments()
  const connection = useEventStream(() => void refresh())
  const { startTransition, dialogs } = useDeskTransitions()
  const [settingsOpen, setSettingsOpen] = useState(false)
  return (
    <div className="space-y-5">
      <DeskHeader refresh={refresh} onSettings={() => setSettingsOpen(true)} />
      {connection === 'lost' && <ConnectionLost />}
      <CalendarSection
        page={page}
        startTransition={startTransition}
        settingsOpen={settingsOpen}
        onCloseSettings={() => setSettingsOpen(false)}
      />
      <ActiveAppointments list={active} page={page.page} onPage={page.setPage} startTransition={startTransition} />
      <UnpaidToday />
      <CompletedToday list={completed} page={page.done} onPage={page.setDone} />
      {dialogs}
    </div>
  )
}

function ConnectionLost() {
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm text-warning">
      <WifiOff size={20} className="shrink-0" aria-hidden="true" />
      {s.connectionLost}
    </p>
  )
}

type DeskHeaderProps = { refresh: () => Promise<void>; onSettings: () => void }

/** Title, clock and what concerns the whole desk. */
function DeskHeader({ refresh, onSettings }: DeskHeaderProps) {
  const actions = (
    <>
      <Button onClick={onSettings} icon={<Settings2 size={18} aria-hidden="true" />}>
        {calendarMessages.settings}
      </Button>
      <RefreshButton refresh={refresh} />
      <WalkInButton />
    </>
  )
  const subtitle = (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>
        <ManilaClock />
      </span>
      <UnpaidCount />
    </span>
  )
  return <PageHeader title={s.title} subtitle={subtitle} actions={actions} />
}

function RefreshButton({ refresh }: { refresh: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  return (
    <Button onClick={() => void onClick()} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
      {s.refresh}
    </Button>
  )
}

function WalkInButton() {
  const walkIn = useDialog(AddWalkInDialog)
  return (
    <>
      <Button variant="primary" onClick={() => walkIn.open({})} icon={<UserPlus size={18} aria-hidden="true" />}>
        {s.addWalkIn}
      </Button>
      {walkIn.element}
    </>
  )
}

/** The clinic's wall clock, every second. */
function ManilaClock() {
  const now = useNow()
  return (
    <>
      <time dateTime={now.toISOString()} className="tnum font-semibold text-ink">
        {formatClock(now)}
      </time>{' '}
      {s.manilaTime}
    </>
  )
}

/** Starts a move: a question for most, a dialog for what needs a reason or a new time. `dialogs` must be on the page. */
function useDeskTransitions(): { startTransition: StartTransition; dialogs: ReactNode } {
  const changeStatus = useChangeStatus()
  const cancel = useDialog(CancelAppointmentDialog)
  const reschedule = useDialog(RescheduleDialog)
  const startTransition: StartTransition = (appointment, to) => {
    if (to === 'cancelled') cancel.open({ appointment })
    else if (to === 'resched') reschedule.open({ appointment })
    else void changeStatus(appointment, to)
  }
  const dialogs = (
    <>
      {cancel.element}
      {reschedule.element}
    </>
  )
  return { startTransition, dialogs }
}

type AppointmentList = Read<Output<typeof appointmentsContract.list>>

/** A page of the unfinished or of today's completed appointments. */
const useDeskList = (scope: 'active' | 'completed-today', page: number): AppointmentList =>
  useRead(
    appointmentsContract.list,
    { querystring: { scope, page } },
    { keepPrevious: true, live: true, failed: s.failedToLoad },
  )

type Row = StaffAppointment

const columnsFrom = (first: number, startTransition: StartTransition): Column<Row>[] => [
  { key: 'number', header: s.number, cell: (_, i) => first + i, align: 'right', className: 'w-12', card: 'hidden' },
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'service', header: s.service, cell: (row) => <ServiceCell appointment={row} /> },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'status', header: s.status, cell: (row) => <StatusCell appointment={row} /> },
  {
    key: 'actions',
    header: s.actions,
    cell: (row) => <ActionsCell appointment={row} startTransition={startTransition} />,
    align: 'right',
    card: 'actions',
  },
]

const nothing = <EmptyState icon={CalendarClock} title={s.noData} body={s.noDataHint} className="py-8" />

type ActiveAppointmentsProps = {
  list: AppointmentList
  page: number
  onPage: (page: number) => void
  startTransition: StartTransition
}

/** Everything unfinished: overdue ones first, then by time, each with the moves that are open to it. */
function ActiveAppointments({ list, page, onPage, startTransition }: ActiveAppointmentsProps) {
  const { data } = list
  const pages = pageCount(data?.total ?? 0, data?.per_page ?? 1)
  useExistingPage(page, data && !list.isPrevious ? pages : undefined, onPage)
  const isNew = useNewRows(list.isPrevious ? undefined : data?.appointments.map((row) => row.id), page)
  const shown = data?.page ?? 1
  return (
    <SectionCard
      title={s.active}
      aside={data && data.total > 0 && <Badge>{data.total}</Badge>}
      bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
    >
      <DataTable
        label={s.active}
        columns={columnsFrom((shown - 1) * (data?.per_page ?? 0) + 1, startTransition)}
        rows={data?.appointments}
        rowKey={(row) => row.id}
        rowClassName={(row) => (isNew(row.id) ? 'animate-flash' : undefined)}
        empty={nothing}
        error={list.failure?.message}
        onRetry={() => void list.reload()}
        busy={list.isFetching}
        lastUpdated={list.failure?.lastUpdated}
        maxHeight="max-h-[250px] cards:max-h-[32rem]"
        cardsBelow="lg"
      />
      <Pager page={page} pageCount={pages} onChange={onPage} label={s.activePages} />
    </SectionCard>
  )
}

const columns: Column<StaffAppointment>[] = [
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  {
    key: 'status',
    header: s.status,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-3">
        <StatusCell appointment={row} />
        <PayLink appointment={row} isNext />
      </span>
    ),
  },
]

const noneCompleted = <EmptyState icon={CircleCheckBig} title={s.noneCompleted} className="py-8" />

type CompletedTodayProps = { list: AppointmentList; page: number; onPage: (page: number) => void }

/** What was finished since midnight in Manila, newest first. */
function CompletedToday({ list, page, onPage }: CompletedTodayProps) {
  const { data } = list
  const pages = pageCount(data?.total ?? 0, data?.per_page ?? 1)
  useExistingPage(page, data && !list.isPrevious ? pages : undefined, onPage)
  return (
    <SectionCard
      title={s.completedToday}
      aside={data && data.total > 0 && <Badge>{data.total}</Badge>}
      bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
    >
      <DataTable
        label={s.completedToday}
        columns={columns}
        rows={data?.appointments}
        rowKey={(row) => row.id}
        empty={noneCompleted}
        error={list.failure?.message}
        onRetry={() => void list.reload()}
        busy={list.isFetching}
        lastUpdated={list.failure?.lastUpdated}
        maxHeight="max-h-[200px] cards:max-h-[24rem]"
        skeletonRows={3}
      />
      <Pager page={page} pageCount={pages} onChange={onPage} label={s.completedPages} />
    </SectionCard>
  )
}

const newestOf = (ids: readonly string[]) => ids.reduce((newest, id) => (id > newest ? id : newest), '')

/**
 * True for a row that was booked while the list was on the screen: it flashes once. Ids sort by the time of their making,
 * so a row that only moved up from the next page is older than the newest one here, and is not new.
 */
function useNewRows(ids: readonly string[] | undefined, page: number): (id: string) => boolean {
  const seen = useRef({ page: Number.NaN, newest: '', fresh: new Set<string>() })
  if (ids && seen.current.page !== page) seen.current = { page, newest: newestOf(ids), fresh: new Set() }
  const { newest, fresh } = seen.current
  for (const id of ids ?? []) if (id > newest) fresh.add(id)
  return (id) => fresh.has(id)
}
