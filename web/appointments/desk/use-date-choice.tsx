import { Suspense, useState, type ReactNode } from 'react'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { closuresContract, type DisabledDate } from '#shared/closures/contract.ts'
import { closureSentences } from '#shared/closures/sentences.ts'
import { formatLongDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { DisableDateDialog, DisabledDateDialog, ScheduleDialog } from './lazy-dialogs.ts'
import type { CalendarDay } from '#web/appointments/calendar/use-calendar.ts'
import type { CalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import type { ChooseDate, PointedAt } from '#web/appointments/calendar/use-date-grid.ts'
import { tellFailure } from './use-change-status.ts'
import { useRefreshAppointments } from './use-desk-lists.ts'

type Asked =
  | { kind: 'disable'; dates: readonly CivilDate[] }
  | { kind: 'undo'; closure: DisabledDate }
  | { kind: 'schedule'; date: CivilDate; time: CivilTime | null }

/** Asks whether a public holiday is open for everyone, and opens it. */
function useOpenHoliday(): (date: CivilDate, name: string) => Promise<void> {
  const confirm = useConfirm()
  const refresh = useRefreshAppointments()
  return async (date, name) => {
    const action = () => api(closuresContract.enable, { params: { id: date } })
    try {
      const body = formatLongDate(date)
      if (!(await confirm({ title: s.openTitle(name), body, confirmLabel: s.openDay, action }))) return
      toast.success({ title: s.opened })
    } catch (error) {
      tellFailure(error, closureSentences.failedToEnable)
    }
    await refresh()
  }
}

/**
 * What a tap on a date does in the present mode: pick it, undo its closing, open a holiday, schedule; else `onShow`.
 * `dialogs` must be on the page.
 */
export function useDateChoice(page: CalendarPage, onShow: ChooseDate) {
  const { mode, setMode } = page
  const openHoliday = useOpenHoliday()
  const [asked, setAsked] = useState<Asked & { turn: number }>()
  const [open, setOpen] = useState(false)
  const ask = (next: Asked) => {
    setAsked((before) => ({ ...next, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  const choose = ({ date, disabled, holiday }: CalendarDay, at: PointedAt = {}) => {
    if (mode.add) return ask({ kind: 'schedule', date, time: at.time ?? null })
    if (!mode.edit) return onShow(date, at)
    if (disabled) return ask({ kind: 'undo', closure: disabled })
    if (holiday) return void openHoliday(date, holiday)
    setMode({ kind: 'pick', date })
  }
  const disable = (): boolean => {
    if (!mode.edit) toast.error({ title: s.enableToggle })
    else if (mode.picked.length === 0) toast.info({ title: s.noneSelected })
    else ask({ kind: 'disable', dates: mode.picked })
    return mode.edit && mode.picked.length > 0
  }
  const close = () => setOpen(false)
  const onDisabled = () => {
    close()
    setMode({ kind: 'unpick-all' })
  }
  const dialogs = asked && (
    <Suspense>
      <AskedDialog key={asked.turn} {...{ asked, open, onDisabled }} onClose={close} />
    </Suspense>
  )
  return { choose, disable, dialogs }
}

type AskedDialogProps = { asked: Asked; open: boolean; onClose: () => void; onDisabled: () => void }

function AskedDialog({ asked, onDisabled, ...dialog }: AskedDialogProps): ReactNode {
  switch (asked.kind) {
    case 'disable':
      return <DisableDateDialog {...dialog} dates={asked.dates} onDisabled={onDisabled} />
    case 'undo':
      return <DisabledDateDialog {...dialog} closure={asked.closure} />
    case 'schedule':
      return <ScheduleDialog {...dialog} date={asked.date} time={asked.time} />
  }
}
