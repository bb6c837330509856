import { useRef, useState, type FormEvent } from 'react'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { MOST_TILL_ACTION_TEXT } from '#shared/cash/till-actions.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { reportTillActions } from './till-actions.ts'

/** Records with a reason that the cash drawer is opened without a sale; this also works without a connection. */
export function OpenDrawerDialog({ open, onClose }: DialogControl) {
  const [reason, setReason] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const description = reason.trim()
    if (description === '') return setIsRefused(true)
    reportTillActions([{ kind: 'drawer_opened', description, amount: 0 }])
    toast.success({ title: s.drawerRecorded })
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.openDrawer}
      description={s.openDrawerHint}
      initialFocus={input}
      leave={s.cancel}
      send={s.record}
      onSubmit={submit}
    >
      <Field
        label={s.openDrawerWhy}
        required
        error={isRefused && reason.trim() === '' ? s.openDrawerReason : undefined}
      >
        <TextInput
          ref={input}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={MOST_TILL_ACTION_TEXT}
          autoComplete="off"
          className="h-13!"
        />
      </Field>
    </FormDialog>
  )
}
