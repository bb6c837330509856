import { useState } from 'react'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { CalendarSettings } from '#web/appointments/calendar/calendar-settings.tsx'
import { ChosenDay } from './chosen-day.tsx'
import { ModeBar } from '#web/appointments/calendar/mode-bar.tsx'
import { StaffCalendar } from '#web/appointments/calendar/staff-calendar.tsx'
import { useCalendar } from '#web/appointments/calendar/use-calendar.ts'
import type { CalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import type { ChooseDate } from '#web/appointments/calendar/use-date-grid.ts'
import { useDateChoice } from './use-date-choice.tsx'
import type { StartMove } from './use-desk-moves.tsx'

type CalendarSectionProps = {
  page: CalendarPage
  startMove: StartMove
  settingsOpen: boolean
  onCloseSettings: () => void
}

/** The calendar with the chosen day beside it, its modes and their dialogs. */
export function CalendarSection({ page, startMove, settingsOpen, onCloseSettings }: CalendarSectionProps) {
  const isWide = useMediaQuery('(width >= 80rem)')
  const data = useCalendar(page.view, page.cursor)
  const [dayOpen, setDayOpen] = useState(false)
  const [sought, setSought] = useState<string>()
  const show: ChooseDate = (date, at) => {
    page.setChosen(date)
    setSought(at?.appointmentId)
    setDayOpen(!isWide)
  }
  const { choose, disable, dialogs } = useDateChoice(page, show)
  const onChoose: ChooseDate = (date, at) => {
    // In the agenda the list begins at the cursor: it stays where it is.
    if (page.view !== 'agenda') page.goTo(date)
    choose(data.day(date), at)
  }
  return (
    <>
      <ModeBar mode={page.mode} setMode={page.setMode} onDisable={disable} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <StaffCalendar page={page} data={data} onChoose={onChoose} />
        <ChosenDay
          {...{ data, startMove, isWide, sought }}
          date={page.chosen}
          open={dayOpen}
          onClose={() => setDayOpen(false)}
          onFound={() => setSought(undefined)}
        />
      </div>
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
