import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import type { DialogControl } from '#web/ui/use-dialog.tsx'
import { RequestQueue } from './request-queue.tsx'

/** The requests over whatever page one is at. */
export function RequestsSheet({ open, onClose }: DialogControl) {
  return (
    <Sheet open={open} onClose={onClose} title={s.title} size="md">
      <RequestQueue />
    </Sheet>
  )
}
