import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { clientSentences } from '#shared/clients/sentences.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useRole } from '#web/lib/session.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { clientPath } from './client-paths.ts'
import { useCreateAccountForm, type CreatedAccount } from './create-account-form.ts'
import { useOpenings } from './use-openings.ts'

type CreateAccountDialogProps = {
  open: boolean
  client: ClientDetail
  onClose: () => void
  onCreated: (account: CreatedAccount) => void
}

/** Create Account: a log-in for somebody on file who has none. */
export function CreateAccountDialog(props: CreateAccountDialogProps) {
  return <CreateAccount key={useOpenings(props.open)} {...props} />
}

function CreateAccount({ open, client, onClose, onCreated }: CreateAccountDialogProps) {
  const { submit, ...account } = useCreateAccountForm(client, onCreated)
  const { isSubmitting } = account.form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.createAccount}
      description={s.createAccountFor(client.name)}
      onSubmit={submit}
      leave={clientSentences.cancel}
      send={s.sendAccount}
      busy={isSubmitting}
      busyLabel={s.creatingAccount}
    >
      <AccountFields {...account} />
    </FormDialog>
  )
}

type AccountFieldsProps = Omit<ReturnType<typeof useCreateAccountForm>, 'submit'>

function AccountFields({ form, owner, forgetOwner }: AccountFieldsProps) {
  const role = useRole()
  const { errors } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })
  return (
    <div className="space-y-4">
      <Field label={s.fullName} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <div className="space-y-2">
        <Field label={s.email} required error={errors.email?.message}>
          <TextInput
            {...form.register('email', { onChange: forgetOwner })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        </Field>
        {owner && (
          <Link to={clientPath(role, owner.client_id)} className={buttonClass({ block: true })}>
            {clientSentences.openOwner(owner.name)}
          </Link>
        )}
      </div>
      <Field label={s.password} hint={s.passwordHint(defaultPasswordFor(name))} error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </div>
  )
}
