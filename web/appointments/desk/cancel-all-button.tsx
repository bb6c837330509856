import { CalendarX2 } from 'lucide-react'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import {
  CancelAllVisits,
  CancelReasonField,
  useCancelAll,
  useCancelForm,
  useOpenVisits,
  type OpenVisits,
} from './cancel-form.tsx'

/** The button that cancels every open visit of a client; hidden without one. */
export function CancelAllButton({ client }: { client: { id: string; name: string } }) {
  const visits = useOpenVisits(client.id)
  const ask = useDialog(CancelAllDialog)
  const count = visits.visits.length
  if (count === 0 && !ask.isOpen) return null
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={<CalendarX2 size={18} aria-hidden="true" />}
        onClick={() => ask.open({ client, visits })}
      >
        {s.cancelAll(count)}
      </Button>
      {ask.element}
    </>
  )
}

type CancelAllDialogProps = DialogControl & {
  client: { id: string; name: string }
  /** The visits at the time of the question, because they leave the list while they are cancelled. */
  visits: OpenVisits
}

/** Asks before cancelling all visits of a client, with a reason. */
function CancelAllDialog({ client, visits, open, onClose }: CancelAllDialogProps) {
  const cancelAll = useCancelAll()
  const form = useCancelForm(
    visits.visits,
    (reason) => cancelAll.run({ clientId: client.id, reason, open: visits }),
    onClose,
  )
  const count = visits.visits.length
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.cancelAllTitle(count, client.name)}
      leave={s.keepAll}
      send={s.sendCancelAll(count)}
      busy={cancelAll.busy}
      busyLabel={s.cancelling}
      danger
      onSubmit={form.submit}
    >
      <CancelAllVisits client={client.name} open={visits} />
      <CancelReasonField form={form} />
    </FormDialog>
  )
}
