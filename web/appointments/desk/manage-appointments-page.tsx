import { CircleCheckBig, WifiOff } from 'lucide-react'
import { memo, useEffect, useState, type ReactNode } from 'react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s, requestMessages } from '#shared/appointments/desk-messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { useRefreshAppointments } from '#web/appointments/visit/desk-reads.ts'
import { tableOf, useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { useExistingPage, useAddress } from '#web/lib/use-url-state.ts'
import { useStableCallbacks } from '#web/lib/use-stable.ts'
import { WalkInQueue } from '#web/walk-ins/walk-in-queue.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { ActiveAppointments } from './active-appointments.tsx'
import { ClientCell, PayLink, StatusCell, TimeCell } from './appointment-cells.tsx'
import { useChangeStatus, type StartTransition } from './appointment-changes.ts'
import { CalendarSection } from './calendar-section.tsx'
import { DeskHeader } from './desk-header.tsx'
import { RequestQueue } from './requests/request-queue.tsx'
import { UnpaidToday } from './unpaid-visits.tsx'
import { ListExport } from '#web/exports/list-export.tsx'
import { appointmentFile } from '#shared/appointments/list-file.ts'

const CancelAppointmentDialog = lazyDialog(async () => (await import('./cancel-dialogs.tsx')).CancelAppointmentDialog)
const RescheduleDialog = lazyDialog(async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog)
const VisitDialog = lazyDialog(async () => (await import('./visit-dialog.tsx')).VisitDialog)

/** The desk's page: calendar, requests, and the lists with their status changes. */
export default function ManageAppointmentsPage() {
  const page = useCalendarPage()
  const refresh = useRefreshAppointments()
  const connection = useEventStream(() => void refresh.afterEvent())
  const { startTransition, dialogs } = useDeskTransitions()
  const [settingsOpen, setSettingsOpen] = useState(false)
  const { setDone } = useStableCallbacks({ setDone: page.setDone })
  const requests = <Requests key="requests" />
  const calendar = (
    <CalendarSection
      key="calendar"
      page={page}
      startTransition={startTransition}
      settingsOpen={settingsOpen}
      onCloseSettings={() => setSettingsOpen(false)}
    />
  )
  return (
    <div className="space-y-5">
      <DeskHeader
        refresh={refresh.all}
        onSettings={() => setSettingsOpen(true)}
        date={page.chosen}
        onBoard={page.isBoard ? undefined : () => page.setView('board')}
      />
      {connection === 'lost' && <ConnectionLost />}
      {!page.isBoard && <WalkInQueue className="rounded-card border border-line bg-surface" />}
      {/* The day board comes before the requests because it needs the screen's height; the navbar opens the requests
         in one tap. */}
      {page.isBoard ? [calendar, requests] : [requests, calendar]}
      {/* The browser paints the lists separately from the day board, so that a drag on the board does not repaint
         them. */}
      <div className="space-y-5 [contain-intrinsic-size:auto_60rem] [content-visibility:auto]">
        <ActiveAppointments startTransition={startTransition} />
        <UnpaidToday />
        <CompletedToday page={page.done} onPage={setDone} />
      </div>
      {dialogs}
      <VisitOfAddress date={page.cursor} />
    </div>
  )
}

/** Opens the dialog of the visit that the URL names, over the day of this visit, for links from the search. */
function VisitOfAddress({ date }: { date: CivilDate }) {
  const [params, edit] = useAddress()
  const id = params.get('visit')
  const day = useRead(appointmentsContract.calendar, id === null ? null : { querystring: { from: date, to: date } })
  const visit = useDialog(VisitDialog)
  const { open } = visit
  const found = day.data?.appointments.find((row) => row.id === id)
  useEffect(() => {
    if (id === null || day.data === undefined) return
    if (found) open({ appointment: found })
    else toast.info({ title: s.visitGone })
    edit((next) => next.delete('visit'))
  }, [id, found, day.data, open, edit])
  return visit.element
}

// The lists below are memoized, because choosing another date in the calendar does not change them.

/** The list of pending requests. */
const Requests = memo(function Requests() {
  return (
    <SectionCard title={requestMessages.title} bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5">
      <RequestQueue maxHeight="max-h-[15rem] cards:max-h-[17rem]" />
    </SectionCard>
  )
})

function ConnectionLost() {
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm text-warning">
      <WifiOff size={20} className="shrink-0" aria-hidden="true" />
      {s.connectionLost}
    </p>
  )
}

/**
 * Starts a status change: with a question, or a dialog where a reason or a new time is needed. The caller must render
 * `dialogs`.
 */
function useDeskTransitions(): { startTransition: StartTransition; dialogs: ReactNode } {
  const changeStatus = useChangeStatus()
  const cancel = useDialog(CancelAppointmentDialog)
  const reschedule = useDialog(RescheduleDialog)
  const start: StartTransition = (appointment, to) => {
    if (to === 'cancelled') cancel.open({ appointment })
    else if (to === 'resched') reschedule.open({ appointment })
    else void changeStatus(appointment, to)
  }
  const { startTransition } = useStableCallbacks({ startTransition: start })
  const dialogs = (
    <>
      {cancel.element}
      {reschedule.element}
    </>
  )
  return { startTransition, dialogs }
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

const completedToday = { scope: 'completed-today', search: '' } as const

type CompletedTodayProps = { page: number; onPage: (page: number) => void }

/** Appointments completed since midnight in Manila, newest first. */
const CompletedToday = memo(function CompletedToday({ page, onPage }: CompletedTodayProps) {
  const list = useRead(
    appointmentsContract.list,
    { querystring: { ...completedToday, page } },
    { keepPrevious: true, live: true, failed: s.failedToLoad },
  )
  const { data } = list
  const pages = pageCount(data?.total ?? 0, data?.per_page ?? 1)
  useExistingPage(page, data && !list.isPrevious ? pages : undefined, onPage)
  return (
    <SectionCard
      title={s.completedToday}
      aside={
        data &&
        data.total > 0 && (
          <>
            <Badge>{data.total}</Badge>
            <ListExport
              list={{ query: completedToday, total: data.total, error: list.error, isPrevious: list.isPrevious }}
              file={appointmentFile}
              endpoint={appointmentsContract.exportList}
              covers={[s.completedToday]}
            />
          </>
        )
      }
      bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
    >
      <DataTable
        label={s.completedToday}
        columns={columns}
        rows={data?.appointments}
        rowKey={(row) => row.id}
        empty={noneCompleted}
        {...tableOf(list)}
        maxHeight="max-h-[200px] cards:max-h-[24rem]"
        skeletonRows={3}
      />
      <Pager page={page} pageCount={pages} onChange={onPage} label={s.completedPages} />
    </SectionCard>
  )
})
