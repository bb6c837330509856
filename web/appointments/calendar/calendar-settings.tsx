import { CalendarOff, ScanBarcode } from 'lucide-react'
import { Link } from 'react-router'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { deskSentences } from '#shared/appointments/desk-sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CalendarMode, ModeChange } from './calendar-mode.ts'

type CalendarSettingsProps = {
  open: boolean
  onClose: () => void
  mode: CalendarMode
  setMode: (change: ModeChange) => void
  /** Disable what is picked; says itself when that is not possible yet. */
  onDisable: () => void
}

/** What a tap on a date does, and the way back to the till. */
export function CalendarSettings({ open, onClose, mode, setMode, onDisable }: CalendarSettingsProps) {
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
      onClick={() => toast.success({ title: deskSentences.switched, description: deskSentences.switchedHint })}
    >
      <ScanBarcode size={18} aria-hidden="true" />
      {deskSentences.backToCashier}
    </Link>
  )
}
