import { CalendarOff } from 'lucide-react'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import type { CalendarMode, ModeChange } from './calendar-mode.ts'

type ModeBarProps = { mode: CalendarMode; setMode: (change: ModeChange) => void; onDisable: () => void }

/** As long as a tap on a date does something special, it stands here what, and how to get out. */
export function ModeBar({ mode, setMode, onDisable }: ModeBarProps) {
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
