import { WifiOff, RefreshCw, Settings2, UserPlus } from 'lucide-react'
import { useState, Suspense, type ReactNode } from 'react'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { useLiveNews } from '#web/lib/events.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { calendarSentences } from '#shared/appointments/calendar-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatClock } from '#shared/lib/manila-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { ActiveAppointments, useDeskList, CompletedToday } from './appointment-tables.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { useDialogsAhead, AddWalkInDialog, CancelAppointmentDialog, RescheduleDialog } from './lazy-dialogs.ts'
import { useRefreshAppointments, useChangeStatus } from './appointment-changes.ts'
import type { StartMove } from './offered-moves.ts'

/** The clinic's day at the desk: the calendar, what is waiting, what was done, and the moves between. */
export default function ManageAppointmentsPage() {
  useDialogsAhead()
  const page = useCalendarPage()
  const active = useDeskList('active', page.page)
  const completed = useDeskList('completed-today', page.done)
  const refresh = useRefreshAppointments()
  const connection = useLiveNews(() => void refresh())
  const { startMove, dialogs } = useDeskMoves()
  const [settingsOpen, setSettingsOpen] = useState(false)
  return (
    <div className="space-y-5">
      <DeskHeader refresh={refresh} onSettings={() => setSettingsOpen(true)} />
      {connection === 'lost' && <ConnectionLost />}
      <CalendarSection
        page={page}
        startMove={startMove}
        settingsOpen={settingsOpen}
        onCloseSettings={() => setSettingsOpen(false)}
      />
      <ActiveAppointments list={active} page={page.page} onPage={page.setPage} startMove={startMove} />
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
        {calendarSentences.settings}
      </Button>
      <RefreshButton refresh={refresh} />
      <WalkInButton />
    </>
  )
  return <PageHeader title={s.title} subtitle={<ManilaClock />} actions={actions} />
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
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)} icon={<UserPlus size={18} aria-hidden="true" />}>
        {s.addWalkIn}
      </Button>
      <Suspense>
        <AddWalkInDialog open={open} onClose={() => setOpen(false)} />
      </Suspense>
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

type Asked = { appointment: StaffAppointment; to: 'cancelled' | 'resched'; turn: number }

/** Starts a move: a question for most, a dialog for what needs a reason or a new time. `dialogs` must be on the page. */
function useDeskMoves(): { startMove: StartMove; dialogs: ReactNode } {
  const changeStatus = useChangeStatus()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const startMove: StartMove = (appointment, to) => {
    if (to !== 'cancelled' && to !== 'resched') return void changeStatus(appointment, to)
    setAsked((before) => ({ appointment, to, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  const close = () => setOpen(false)
  const AskedDialog = asked?.to === 'resched' ? RescheduleDialog : CancelAppointmentDialog
  const dialogs = asked && (
    <Suspense>
      <AskedDialog key={asked.turn} appointment={asked.appointment} open={open} onClose={close} />
    </Suspense>
  )
  return { startMove, dialogs }
}
