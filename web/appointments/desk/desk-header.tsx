import { Columns3, Hourglass, ListChecks, Plus, RefreshCw, Settings2, UserPlus, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { formatClock, type CivilDate } from '#shared/lib/manila-time.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { areaOf } from '#web/clients/client-paths.ts'
import { paths, waitlistPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useIsPhone } from '#web/lib/use-device.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DepositsLink } from '#web/deposits/desk/deposits-link.tsx'
import { UnpaidCount } from './unpaid-visits.tsx'

const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const AddWalkInDialog = lazyDialog(async () => (await import('#web/walk-ins/add-walk-in-dialog.tsx')).AddWalkInDialog)

type DeskHeaderProps = {
  refresh: () => Promise<void>
  onSettings: () => void
  date: CivilDate
  /** Opens the day board on phones, where the switch between the views has no room for it. */
  onBoard: (() => void) | undefined
}

/** The page's header with title, clock and buttons. */
export function DeskHeader({ refresh, onSettings, date, onBoard }: DeskHeaderProps) {
  const isPhone = useIsPhone()
  const role = useRole()
  const hasCharts = useClinicalRecord()
  const actions = (
    <>
      <Button onClick={onSettings} icon={<Settings2 size={18} aria-hidden="true" />}>
        {calendarMessages.settings}
      </Button>
      {isPhone && onBoard && (
        <Button onClick={onBoard} icon={<Columns3 size={18} aria-hidden="true" />}>
          {calendarMessages.dayBoard}
        </Button>
      )}
      <RefreshButton refresh={refresh} />
      <WalkInButton />
      <NewAppointmentButton date={date} />
    </>
  )
  const subtitle = (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>
        <ManilaClock />
      </span>
      <ListLink to={waitlistPath(paths.appointments[areaOf(role)])} icon={Hourglass} name={s.waitlist} />
      {hasCharts && <ListLink to={paths.dueClients} icon={ListChecks} name={navigationMessages.dueClients} />}
      <UnpaidCount />
      <DepositsLink />
    </span>
  )
  return <PageHeader title={s.title} subtitle={subtitle} actions={actions} />
}

/** A link in the page's header to a list of people who should get an appointment, such as the waitlist. */
const ListLink = ({ to, icon: Icon, name }: { to: string; icon: LucideIcon; name: string }) => (
  <Link
    to={to}
    className="-my-2.5 inline-flex min-h-11 items-center gap-1.5 rounded-ctl font-semibold text-primary hover:underline"
  >
    <Icon size={16} aria-hidden="true" />
    {name}
  </Link>
)

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
      <Button onClick={() => walkIn.open({})} icon={<UserPlus size={18} aria-hidden="true" />}>
        {s.addWalkIn}
      </Button>
      {walkIn.element}
    </>
  )
}

/** Opens the booking dialog for the viewed date. */
function NewAppointmentButton({ date }: { date: CivilDate }) {
  const schedule = useDialog(ScheduleDialog)
  return (
    <>
      <Button variant="primary" onClick={() => schedule.open({ date })} icon={<Plus size={18} aria-hidden="true" />}>
        {calendarMessages.newAppointment}
      </Button>
      {schedule.element}
    </>
  )
}

/** The time in Manila, updated every second. */
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
