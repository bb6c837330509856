import { useState } from 'react'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { CancelAllVisits } from './cancel-all-visits.tsx'
import { CancelReasonField } from './cancel-reason-field.tsx'
import { useCancelAll } from './use-cancel-all.ts'
import { useCancelForm } from './use-cancel-form.ts'
import type { OpenVisits } from './use-open-visits.ts'

type CancelAllDialogProps = {
  client: { id: string; name: string }
  visits: OpenVisits
  open: boolean
  onClose: () => void
}

/** The question before all visits of a person are cancelled, with the reason that is kept. */
export function CancelAllDialog({ client, visits, open, onClose }: CancelAllDialogProps) {
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
