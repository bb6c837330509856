import { useState } from 'react'
import { signedFormMessages as s, signingMessages } from '#shared/forms/signing-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { useHandOver } from './use-hand-over.ts'

type Props = DialogControl & { clientId: string; copyId: string; versionId: string }

/**
 * Hands the tablet over to a client, who signs a form again; the new signed copy corrects the earlier one, with a
 * reason.
 */
export function CorrectDialog({ open, onClose, clientId, copyId, versionId }: Props) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { run, busy } = useHandOver()
  const start = () => {
    setIsMissing(reason.trim() === '')
    if (reason.trim() === '') return
    void run({
      body: {
        client_id: clientId,
        form_version_ids: [versionId],
        appointment_id: null,
        corrects: { id: copyId, reason },
      },
    })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.correctTitle}
      description={s.correctHint}
      size="sm"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
      footer={
        <>
          <Button onClick={onClose}>{s.cancel}</Button>
          <Button variant="primary" type="submit" busy={busy} busyLabel={s.correcting}>
            {s.handOver}
          </Button>
        </>
      }
    >
      <Field label={s.correctReason} required error={isMissing ? signingMessages.answerMissing : undefined}>
        <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}
