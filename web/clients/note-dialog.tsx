import { useRef } from 'react'
import { clientsContract, type ClientDetail, type ClientNote } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const valuesOf = ({ text }: ClientNote) => ({ note: text ?? '' })

/** A dialog to write, change or clear the note about a client. */
export function NoteDialog({ open, client, onClose }: DialogControl & { client: ClientDetail }) {
  const { form, dialog } = useContractForm(clientsContract.changeNote, {
    values: valuesOf(client.note),
    edits: { row: client.note, valuesOf },
    input: (body) => ({ params: { id: client.id }, body }),
    done: s.noteSaved,
    failed: s.noteNotSaved,
    reread: [clientsContract.detail],
    onDone: onClose,
  })
  const area = useRef<HTMLTextAreaElement>(null)
  const { ref, ...field } = form.register('note')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      initialFocus={area}
      title={s.noteTitle}
      description={client.name}
      leave={s.cancel}
      send={s.saveNote}
      busyLabel={s.saving}
      {...dialog}
    >
      <Field label={s.note} hint={s.noteHint} error={form.formState.errors.note?.message}>
        <Textarea
          {...field}
          ref={(element) => {
            ref(element)
            area.current = element
          }}
          rows={6}
        />
      </Field>
    </FormDialog>
  )
}
