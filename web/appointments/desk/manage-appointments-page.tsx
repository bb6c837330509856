import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { useLiveNews } from '#web/lib/events.ts'
import { ActiveAppointments } from './active-appointments.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { CompletedToday } from './completed-today.tsx'
import { DeskHeader } from './desk-header.tsx'
import { useDialogsAhead } from './lazy-dialogs.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { useDeskList, useRefreshAppointments } from './use-desk-lists.ts'
import { useDeskMoves } from './use-desk-moves.tsx'

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
