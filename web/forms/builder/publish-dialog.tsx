import { Controller } from 'react-hook-form'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract, type FormDetail } from '#shared/forms/contract.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { formReads } from './use-form-editor.ts'

type PublishDialogProps = DialogControl & { form: FormDetail; onPublished: (form: FormDetail) => void }

const choices = [
  { value: 'ask', label: s.askAgain, detail: s.askAgainHint },
  { value: 'keep', label: s.doNotAsk, detail: s.doNotAskHint },
] as const

type Values = { earlier: 'ask' | 'keep' }

/**
 * Publishes the draft as the form's next version, and asks whether clients who signed an earlier version must sign
 * again.
 */
export function PublishDialog({ open, onClose, form: edited, onPublished }: PublishDialogProps) {
  const number = (edited.published?.number ?? 0) + 1
  const values: Values = { earlier: 'ask' }
  const { form, dialog } = useContractForm(formsContract.publish, {
    values,
    edits: { row: edited, valuesOf: (): Values => ({ earlier: 'ask' }) },
    input: ({ earlier }) => ({ params: { id: edited.id }, body: { asks_again: earlier === 'ask' } }),
    done: s.publishedDone(number),
    failed: s.notPublishedDone,
    reread: formReads,
    onDone: ({ data }) => {
      onPublished(data)
      onClose()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.publishTitle(number)}
      description={number === 1 ? s.publishFirst : s.publishNext}
      leave={s.cancel}
      send={s.publishNow}
      busyLabel={s.publishing}
      {...dialog}
      unsaved={false}
    >
      {number === 1 ? (
        <p>{s.lawyer}</p>
      ) : (
        <div className="space-y-4">
          <p role="status">
            {s.signedClients(edited.signed_clients)}{' '}
            {edited.signed_clients > 0 && form.watch('earlier') === 'ask' && s.willBeAsked(edited.signed_clients)}
          </p>
          <Field label={s.whoSigned} group>
            <Controller
              control={form.control}
              name="earlier"
              render={({ field }) => <RadioGroup options={choices} value={field.value} onChange={field.onChange} />}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  )
}
