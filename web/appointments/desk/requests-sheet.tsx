import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { switchSound, useSound } from './arrival-sound.ts'
import { RequestQueue } from './request-queue.tsx'

/** The tone of an arrival: each person's choice, on this device. */
function SoundSwitch() {
  return (
    <div className="mb-3 border-b border-line pb-3">
      <Switch label={s.sound} detail={s.soundHint} checked={useSound()} onChange={switchSound} />
    </div>
  )
}

/** The requests over whatever page one is at. */
export function RequestsSheet({ open, onClose }: DialogControl) {
  return (
    <Sheet open={open} onClose={onClose} title={s.title} size="md">
      <SoundSwitch />
      <RequestQueue />
    </Sheet>
  )
}
