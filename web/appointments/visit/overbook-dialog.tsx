import { CircleAlert } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { MAX_OVERBOOK_REASON } from '#shared/appointments/records.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type OverbookDialogProps = DialogControl & {
  /** The sentence below the title of the dialog: the client, and when the visit starts and ends. */
  lead: string
  /** The occupied people, rooms and devices, one sentence each. */
  taken: readonly string[]
  /** The label of the button that closes the dialog without overbooking. */
  leave: string
  onOverbook: (reason: string) => void
}

/** Names the occupied people, rooms and devices, and asks for the reason to overbook them. */
export function OverbookDialog({ open, onClose, lead, taken, leave, onOverbook }: OverbookDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setError(appointmentMessages.overbookReason)
    onClose()
    onOverbook(reason.trim())
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.overbookTitle}
      description={lead}
      leave={leave}
      send={s.overbookSend}
      danger
      onSubmit={submit}
    >
      <div className="space-y-4">
        <ul className="space-y-1.5 rounded-card bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">
          {taken.map((sentence) => (
            <li key={sentence} className="flex gap-2">
              <CircleAlert size={18} className="shrink-0" aria-hidden="true" />
              {sentence}
            </li>
          ))}
        </ul>
        <Field label={s.overbookReason} required error={error} hint={s.overbookReasonHint}>
          <TextInput
            value={reason}
            maxLength={MAX_OVERBOOK_REASON}
            autoComplete="off"
            onChange={(event) => {
              setReason(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
