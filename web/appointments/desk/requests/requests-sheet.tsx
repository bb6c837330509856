import { requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { NotificationSwitch } from '#web/push/notification-switch.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { switchSound, useIsSoundOn } from './arrival-sound.ts'
import { RequestQueue } from './request-queue.tsx'

/** Two switches for this device: whether a sound, and whether a push notification, announces new booking requests. */
function ArrivalSwitches() {
  return (
    <div className="mb-3 space-y-2 border-b border-line pb-3">
      <Switch label={s.sound} detail={s.soundHint} checked={useIsSoundOn()} onChange={switchSound} />
      <NotificationSwitch />
    </div>
  )
}

/** The requests in a sheet over the current page. The sheet has a file of its own, because it loads after the page. */
export function RequestsSheet({ open, onClose }: DialogControl) {
  return (
    <Sheet open={open} onClose={onClose} title={s.title} size="md">
      <ArrivalSwitches />
      <RequestQueue />
    </Sheet>
  )
}
