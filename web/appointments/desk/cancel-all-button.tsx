import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import {
  CancelAllVisits,
  CancelReasonField,
  useCancelAll,
  useCancelForm,
  useOpenVisits,
  type OpenVisits,
} from './cancel-form.tsx'

/** The way to cancel every open visit of a client; nothing while there is none. */
export function CancelAllButton({ client }: { client: { id: string; name: string } }) {
  const visits = useOpenVisits(client.id)
  const [asked, setAsked] = useState({ open: false, turn: 0 })
  const count = visits.visits.length
  if (count === 0 && !asked.open) return null
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={<CalendarX2 size={18} aria-hidden="true" />}
        onClick={() => setAsked(({ turn }) => ({ open: true, turn: turn + 1 }))}
      >
        {s.cancelAll(count)}
      </Button>
      <CancelAllDialog
        key={asked.turn}
        client={client}
        visits={visits}
        open={asked.open}
        onClose={() => setAsked(({ turn }) => ({ open: false, turn }))}
      />
    </>
  )
}

type CancelAllDialogProps = {
  client: { id: string; name: string }
  visits: OpenVisits
  open: boolean
  onClose: () => void
}

/** The question before all visits of a person are cancelled, with the reason that is kept. */
function CancelAllDialog({ client, visits, open, onClose }: CancelAllDialogProps) {
  // As they were when it was asked: they leave the list while they are cancelled.
  const [asked] = useState(visits)
  const cancelAll = useCancelAll()
  const form = useCancelForm((reason) => cancelAll(client.id, reason), onClose)
  const count = asked.visits.length
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.cancelAllTitle(count, client.name)}
      leave={s.keepAll}
      send={s.sendCancelAll(count)}
      busy={form.busy}
      busyLabel={s.cancelling}
      danger
      onSubmit={form.submit}
    >
      <CancelAllVisits client={client.name} open={asked} />
      <CancelReasonField form={form} />
    </FormDialog>
  )
}
