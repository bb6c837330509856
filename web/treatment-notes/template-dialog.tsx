import { Controller } from 'react-hook-form'
import { noteTemplatesContract as contract, type NoteTemplate } from '#shared/treatment-notes/contract.ts'
import { noteTemplateMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ContentFields } from './template-fields.tsx'
import { RemoveTemplate } from './remove-template.tsx'

type TemplateProps = DialogControl & {
  template: NoteTemplate
  treatments: readonly { id: string; name: string }[]
}

/** The form for adding or changing a note template. */
export function TemplateDialog({ open, onClose, template, treatments }: TemplateProps) {
  const { key, content, treatment_ids, version } = template
  const { form, dialog } = useContractForm(contract.save, {
    values: { content, treatment_ids },
    input: (body) => ({ params: { key }, body }),
    edits: {
      row: template,
      valuesOf: (row: NoteTemplate) => ({ content: row.content, treatment_ids: row.treatment_ids }),
    },
    done: s.saved,
    failed: s.notSaved,
    reread: [contract.list],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={version === 0 && !template.is_built_in ? s.add : s.editTitle}
      size="lg"
      leave={s.cancel}
      send={s.save}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.name} required error={form.formState.errors.content?.name?.message}>
          <TextInput maxLength={80} {...form.register('content.name')} />
        </Field>
        <Field label={s.treatments} hint={s.treatmentHint} group>
          <Controller
            control={form.control}
            name="treatment_ids"
            render={({ field }) => (
              <MultiSelect
                {...field}
                options={treatments.map(({ id, name }) => ({ value: id, label: name }))}
                placeholder={s.chooseTreatments}
              />
            )}
          />
        </Field>
        <ContentFields form={form} />
        <RemoveTemplate template={template} onClose={onClose} />
      </div>
    </FormDialog>
  )
}
