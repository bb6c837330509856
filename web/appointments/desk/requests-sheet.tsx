import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { switchSound, useSound } from './arrival-sound.ts'
import { NotificationSwitch } from '#web/push/notification-switch.tsx'
import { RequestQueue } from './request-queue.tsx'

/** How this person is notified of arrivals on this device. */
function ArrivalSwitches() {
  return (
    <div className="mb-3 space-y-2 border-b border-line pb-3">
      <Switch label={s.sound} detail={s.soundHint} checked={useSound()} onChange={switchSound} />
      <NotificationSwitch />
    </div>
  )
}

/** The requests in a sheet over the current page. */
export function RequestsSheet({ open, onClose }: DialogControl) {
  return (
    <Sheet open={open} onClose={onClose} title={s.title} size="md">
      <ArrivalSwitches />
      <RequestQueue />
    </Sheet>
  )
}
