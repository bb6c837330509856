import { useQueryClient } from '@tanstack/react-query'
import { CalendarOff, ScanBarcode } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { formatLongDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { CalendarMode, ModeChange } from '#web/appointments/calendar/calendar-mode.ts'
import type { ChooseDate, TappedPart } from '#web/appointments/calendar/date-grid.ts'
import { StaffCalendar } from '#web/appointments/calendar/staff-calendar.tsx'
import type { CalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { useCalendar, type CalendarDay } from '#web/appointments/calendar/use-calendar.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { lazyPart, whenIdle } from '#web/lib/page/lazy-part.tsx'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { now } from '#web/lib/use-now.ts'
import { useStableCallbacks } from '#web/lib/use-stable.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { failedAs, type StartTransition } from './appointment-changes.ts'
import { ChosenDay } from './chosen-day.tsx'

type CalendarSectionProps = {
  page: CalendarPage
  startTransition: StartTransition
  settingsOpen: boolean
  onCloseSettings: () => void
}

/** The calendar with the selected day, its modes and dialogs. */
export function CalendarSection({ page, startTransition, settingsOpen, onCloseSettings }: CalendarSectionProps) {
  const isWide = useMediaQuery('(width >= 80rem)')
  const data = useCalendar(page.view, page.cursor, !page.isBoard)
  useBoardAhead(page)
  const [dayOpen, setDayOpen] = useState(false)
  const [sought, setSought] = useState<string>()
  const show: ChooseDate = (date, at) => {
    page.choose(date)
    setSought(at?.appointmentId)
    setDayOpen(!isWide)
  }
  const { choose, disable, dialogs } = useDateChoice(page, show)
  const chosen = useStableCallbacks({ onClose: () => setDayOpen(false), onFound: () => setSought(undefined) })
  const onChoose: ChooseDate = (date, at) => {
    const { mode, view } = page
    // In the agenda the cursor stays where it is, because the agenda begins there: otherwise the listed dates would
    // move.
    if ((mode.edit || mode.add) && view !== 'agenda') page.goTo(date)
    choose(data.day(date), at)
  }
  return (
    <>
      <ModeBar mode={page.mode} setMode={page.setMode} onDisable={disable} />
      {page.isBoard ? (
        <Suspense fallback={null}>
          <DayBoard page={page} startTransition={startTransition} />
        </Suspense>
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
          <StaffCalendar page={page} data={data} onChoose={onChoose} />
          <ChosenDay {...{ data, startTransition, isWide, sought, ...chosen }} date={page.chosen} open={dayOpen} />
        </div>
      )}
      <CalendarSettings
        open={settingsOpen}
        onClose={onCloseSettings}
        mode={page.mode}
        setMode={page.setMode}
        onDisable={() => disable() && onCloseSettings()}
      />
      {dialogs}
    </>
  )
}

const DayBoard = lazyPart(async () => (await import('#web/appointments/board/day-board.tsx')).DayBoard)

/** Prefetches the code of the day board and the data of the day that it would show. */
function useBoardAhead({ isBoard, cursor }: CalendarPage): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (isBoard) return
    DayBoard.preload()
    const timer = setTimeout(
      () => whenIdle(() => queries.prefetchQuery(query(boardContract.day, { querystring: { date: cursor } }))),
      BOARD_AHEAD_MS,
    )
    return () => clearTimeout(timer)
  }, [queries, isBoard, cursor])
}

/** Milliseconds before the day board is prefetched, so that the calendar's own prefetching comes first. */
const BOARD_AHEAD_MS = 600

const DisableDateDialog = lazyDialog(async () => (await import('./disabled-dates-dialogs.tsx')).DisableDateDialog)
const DisabledDateDialog = lazyDialog(async () => (await import('./disabled-dates-dialogs.tsx')).DisabledDateDialog)
const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

/** Opens a public holiday for bookings, after a confirmation. */
const useOpenHoliday = () =>
  useAction(
    ({ date }: { date: CivilDate; name: string }) => api(closedDatesContract.enable, { params: { id: date } }),
    {
      ask: ({ date, name }) => ({
        title: s.openTitle(name),
        body: formatLongDate(date),
        confirmLabel: s.openDay,
        harmless: true,
      }),
      done: s.opened,
      failed: failedAs(closedDatesMessages.failedToEnable),
      reread: deskReads,
    },
  )

/**
 * Handles a tap on a date. In Add Appointment Mode it opens the schedule dialog, and outside Edit Mode also for a tap
 * on a future half hour. In Edit Mode it enables the date, opens a holiday for bookings or selects the date. Otherwise
 * it calls `onShow`. The caller must render `dialogs`.
 */
function useDateChoice(page: CalendarPage, onShow: ChooseDate) {
  const { mode, setMode } = page
  const openHoliday = useOpenHoliday()
  const schedule = useDialog(ScheduleDialog)
  const undo = useDialog(DisabledDateDialog)
  const disabling = useDialog(DisableDateDialog, { onDisabled: () => setMode({ kind: 'unpick-all' }) })
  const choose = ({ date, disabled, holiday }: CalendarDay, at: TappedPart = {}) => {
    if (mode.add) return schedule.open({ date, time: at.time })
    // In the day and week views, a tap on a half hour that is still to come opens the schedule dialog with that time.
    if (!mode.edit && at.time !== undefined && !hasBegun(date, at.time, now()))
      return schedule.open({ date, time: at.time })
    if (!mode.edit) return onShow(date, at)
    if (disabled) return undo.open({ closure: disabled })
    if (holiday) return void openHoliday.run({ date, name: holiday })
    setMode({ kind: 'pick', date })
  }
  const disable = (): boolean => {
    if (!mode.edit) toast.error({ title: s.enableToggle })
    else if (mode.picked.length === 0) toast.info({ title: s.noneSelected })
    else disabling.open({ dates: mode.picked })
    return mode.edit && mode.picked.length > 0
  }
  const dialogs = (
    <>
      {schedule.element}
      {undo.element}
      {disabling.element}
    </>
  )
  return { choose, disable, dialogs }
}

type ModeBarProps = { mode: CalendarMode; setMode: (change: ModeChange) => void; onDisable: () => void }

/** Explains the active mode and how to leave it. */
function ModeBar({ mode, setMode, onDisable }: ModeBarProps) {
  if (!mode.edit && !mode.add) return null
  const kind = mode.edit ? 'edit' : 'add'
  return (
    <div
      role="status"
      className="sticky top-16 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-primary bg-primary-soft px-4 py-2.5 text-primary-ink"
    >
      <p className="min-w-48 flex-1 text-sm font-semibold">
        {mode.edit ? s.editBar : s.addBar}
        {mode.picked.length > 0 && ` ${s.pickedCount(mode.picked.length)}.`}
      </p>
      {mode.picked.length > 0 && (
        <Button variant="danger" onClick={onDisable} icon={<CalendarOff size={18} aria-hidden="true" />}>
          {s.disable}
        </Button>
      )}
      <Button onClick={() => setMode({ kind, on: false })}>{s.done}</Button>
    </div>
  )
}

type CalendarSettingsProps = {
  open: boolean
  onClose: () => void
  mode: CalendarMode
  setMode: (change: ModeChange) => void
  /** Disables the selected dates; shows a message when none is selected. */
  onDisable: () => void
}

/** The calendar's mode settings, and a link back to the till. */
function CalendarSettings({ open, onClose, mode, setMode, onDisable }: CalendarSettingsProps) {
  const isCashier = useRole() === 'cashier'
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={s.settingsTitle}
      footer={
        <Button variant="primary" onClick={onClose}>
          {s.done}
        </Button>
      }
    >
      <div className="space-y-5">
        <ModeSwitches mode={mode} setMode={setMode} />
        <Button block onClick={onDisable} icon={<CalendarOff size={18} aria-hidden="true" />}>
          {s.disable}
        </Button>
        {isCashier && <CashierLink />}
      </div>
    </Sheet>
  )
}

function ModeSwitches({ mode, setMode }: Pick<CalendarSettingsProps, 'mode' | 'setMode'>) {
  return (
    <>
      <Switch
        label={s.editMode}
        detail={mode.add ? s.offWhile(s.addMode) : s.editHint}
        checked={mode.edit}
        disabled={mode.add}
        onChange={(on) => setMode({ kind: 'edit', on })}
      />
      <Switch
        label={s.multiple}
        detail={s.multipleHint}
        checked={mode.multiple}
        disabled={!mode.edit}
        onChange={(on) => setMode({ kind: 'multiple', on })}
      />
      <Switch
        label={s.addMode}
        detail={mode.edit ? s.offWhile(s.editMode) : s.addHint}
        checked={mode.add}
        disabled={mode.edit}
        onChange={(on) => setMode({ kind: 'add', on })}
      />
    </>
  )
}

function CashierLink() {
  return (
    <Link
      to={paths.till}
      className={buttonClass({ block: true })}
      onClick={() => toast.success({ title: deskMessages.switched, description: deskMessages.switchedHint })}
    >
      <ScanBarcode size={18} aria-hidden="true" />
      {deskMessages.backToCashier}
    </Link>
  )
}
