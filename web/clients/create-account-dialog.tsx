import { useWatch } from 'react-hook-form'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientHistoryMessages as s, clientMessages } from '#shared/clients/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { clientReads, OwnerLink, useKnownPeople } from './client-form.tsx'

type CreatedAccount = Output<typeof clientsContract.assignAccount>

type CreateAccountDialogProps = DialogControl & {
  client: ClientDetail
  onCreated: (account: CreatedAccount) => void
}

/** The dialog Create Account for a client without a log-in. */
export function CreateAccountDialog({ open, client, onClose, onCreated }: CreateAccountDialogProps) {
  const { owner, forget, onFailed } = useKnownPeople()
  const { form, dialog } = useContractForm(clientsContract.assignAccount, {
    values: { name: client.name, email: client.email ?? '', password: '' },
    // If the password is empty, the server makes a default one.
    input: ({ password, ...rest }) => ({
      body: { client_id: client.id, customer_name: client.name, ...rest, ...(password !== '' && { password }) },
    }),
    done: ({ data }) => s.accountCreated(data.name),
    failed: s.failedToAssign,
    reread: clientReads,
    onDone: onCreated,
    onFailed,
  })
  const { errors } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.createAccount}
      description={s.createAccountFor(client.name)}
      leave={clientMessages.cancel}
      send={s.sendAccount}
      busyLabel={s.creatingAccount}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.fullName} required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" autoCapitalize="words" />
        </Field>
        <div className="space-y-2">
          <Field label={s.email} required error={errors.email?.message}>
            <TextInput
              {...form.register('email', { onChange: forget })}
              type="email"
              inputMode="email"
              autoComplete="off"
            />
          </Field>
          <OwnerLink owner={owner} />
        </div>
        <Field
          label={s.password}
          hint={errors.password ? undefined : s.passwordHint(defaultPasswordFor(name))}
          error={errors.password?.message}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
      </div>
    </FormDialog>
  )
}
