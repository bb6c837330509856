import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract } from '#shared/forms/contract.ts'
import { formMessages } from '#shared/forms/messages.ts'
import { READY_FORMS, readyTitle, type ReadyForm } from '#shared/forms/ready-forms.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { formPath } from '#web/lib/paths.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { formReads } from './use-form-editor.ts'

type Values = { ready: ReadyForm | 'empty'; title: string }

const choices = [
  ...READY_FORMS.map((value) => ({ value, label: readyTitle(value) })),
  { value: 'empty' as const, label: s.empty },
]

/** Adds a form that is empty or begins as a copy of a ready form, and opens it in the builder. */
export function AddFormDialog({ open, onClose }: DialogControl) {
  const navigate = useNavigate()
  // The id stays the same when the request is repeated after a lost response, so that the form is added once.
  const [id] = useState(newUuid)
  const values: Values = { ready: 'intake', title: '' }
  const { form, dialog } = useContractForm(formsContract.add, {
    values,
    input: ({ ready, title }) => ({
      body: { id, title: ready === 'empty' ? title : '', ready: ready === 'empty' ? null : ready, copy_of: null },
    }),
    judge: ({ ready, title }, found) =>
      ready === 'empty' && title.trim() === '' ? { ...found, title: formMessages.formNeedsTitle } : found,
    done: s.added,
    failed: s.notAdded,
    reread: formReads,
    onDone: ({ data }) => {
      onClose()
      void navigate(formPath(data.id))
    },
  })
  const isEmpty = form.watch('ready') === 'empty'
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      description={s.addHint}
      leave={s.cancel}
      send={s.addForm}
      busyLabel={s.adding}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.readyForm} group>
          <Controller
            control={form.control}
            name="ready"
            render={({ field }) => <RadioGroup options={choices} value={field.value} onChange={field.onChange} />}
          />
        </Field>
        {isEmpty && (
          <Field label={s.formTitle} required error={form.formState.errors.title?.message}>
            <TextInput {...form.register('title')} maxLength={120} />
          </Field>
        )}
        <p className="text-sm text-ink-2">{s.lawyer}</p>
      </div>
    </FormDialog>
  )
}
