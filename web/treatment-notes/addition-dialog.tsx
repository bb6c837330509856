import { useState } from 'react'
import { treatmentNotesContract as contract } from '#shared/treatment-notes/contract.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type AdditionProps = DialogControl & { clientId: string; appointmentId: string; text: string; onAdded?: () => void }

/** The dialog that adds a later text to a signed treatment note. */
export function AdditionDialog({ open, onClose, clientId, appointmentId, text, onAdded }: AdditionProps) {
  // The id stays the same when the request is repeated, so that the text is added once.
  const [id] = useState(newUuid)
  const { form, dialog } = useContractForm(contract.add, {
    values: { id, text },
    input: (body) => ({ params: { clientId, appointmentId }, body }),
    done: s.addedDone,
    failed: s.addFailed,
    reread: [contract.open, contract.list],
    onDone: () => {
      onAdded?.()
      onClose()
    },
  })
  return (
    <FormDialog open={open} onClose={onClose} title={s.addTitle} leave={s.cancel} send={s.add} {...dialog}>
      <Field label={s.addition} required error={form.formState.errors.text?.message}>
        <Textarea rows={5} {...form.register('text')} />
      </Field>
    </FormDialog>
  )
}
