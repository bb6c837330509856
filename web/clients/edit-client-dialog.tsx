import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useEditClientForm } from './edit-client-form.ts'
import { useOpenings } from './use-openings.ts'

type EditClientDialogProps = { open: boolean; client: ClientDetail; onClose: () => void }

/** Name and contact of somebody on file. */
export function EditClientDialog(props: EditClientDialogProps) {
  return <EditClient key={useOpenings(props.open)} {...props} />
}

function EditClient({ open, client, onClose }: EditClientDialogProps) {
  const { form, submit } = useEditClientForm(client, onClose)
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.editTitle}
      onSubmit={submit}
      leave={s.cancel}
      send={s.save}
      busy={isSubmitting}
      busyLabel={s.saving}
    >
      <div className="space-y-4">
        <Field label={s.fullName} required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" />
        </Field>
        <Field label={s.emailOptional} error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Field label={s.contactOptional} error={errors.contact_number?.message}>
          <TextInput {...form.register('contact_number')} type="tel" inputMode="tel" autoComplete="off" />
        </Field>
      </div>
    </FormDialog>
  )
}
