import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { clientReads } from './client-form.tsx'

type Shown = Pick<ClientDetail, 'name' | 'email' | 'contact_number' | 'version'>

const valuesOf = ({ name, email, contact_number }: Shown) => ({
  name,
  email: email ?? '',
  contact_number: contact_number ?? '',
})

/** Name and contact of somebody on file. */
export function EditClientDialog({ open, client, onClose }: DialogControl & { client: ClientDetail }) {
  const { form, dialog } = useContractForm(clientsContract.update, {
    values: valuesOf(client),
    edits: { row: client, valuesOf },
    input: (body) => ({ params: { id: client.id }, body }),
    done: s.updated,
    failed: s.failedToSave,
    reread: clientReads,
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.editTitle}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
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
