import { KeyRound, UserRoundCheck, UserRoundPlus } from 'lucide-react'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { confirmAccountContract } from '#shared/clients/confirm-account-contract.ts'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientHistoryMessages as historyMessages, clientMessages as s } from '#shared/clients/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { clientReads, EmailField, OwnerLink, useKnownPeople } from './client-form.tsx'

type LogIn = ClientDetail['log_in']

const tones: Record<LogIn['status'], Tone> = {
  'No email': 'neutral',
  'No password': 'warning',
  'Must set password': 'warning',
  'Own password': 'success',
}

/** After a confirmation, sets a new default password for the client and shows it. */
function useRenewPassword(client: ClientDetail, show: (renewed: RenewedPassword) => void) {
  const isFirst = client.log_in.status === 'No password'
  return useAction(clientsContract.renewDefaultPassword, {
    ask: () => ({
      title: isFirst ? s.makeQuestion(client.name) : s.renewQuestion(client.name),
      body: isFirst ? s.makeBody : s.renewBody,
      confirmLabel: isFirst ? s.make : s.renew,
      cancelLabel: s.cancel,
      busyLabel: isFirst ? s.making : s.renewing,
    }),
    failed: s.notRenewed,
    reread: [clientsContract.detail],
    onDone: ({ data }) => show(data),
  })
}

/** How the client logs in, with a button to create a log-in or a new default password, which is shown once. */
export function LogInLine({ client }: { client: ClientDetail }) {
  const password = useDialog(NewPasswordDialog, { client })
  const account = useDialog(CreateAccountDialog, {
    client,
    onCreated: ({ default_password, default_password_until }) => {
      account.close()
      if (default_password !== null) password.open({ renewed: { default_password, default_password_until } })
    },
  })
  const renew = useRenewPassword(client, (renewed) => password.open({ renewed }))
  const { status } = client.log_in
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{s.logIn}</dt>
      <dd className="mt-1 space-y-2">
        <Badge tone={tones[status]}>{s.logInStatuses[status]}</Badge>
        <LogInNote logIn={client.log_in} />
        {(status === 'No password' || status === 'Must set password') && (
          <Button
            icon={<KeyRound size={18} aria-hidden="true" />}
            onClick={() => void renew.run({ params: { id: client.id } })}
          >
            {status === 'No password' ? s.makePassword : s.renewPassword}
          </Button>
        )}
        {status === 'No email' && (
          <Button icon={<UserRoundPlus size={18} aria-hidden="true" />} onClick={() => account.open({})}>
            {historyMessages.createAccount}
          </Button>
        )}
        {client.log_in.awaits_confirmation && <AwaitsConfirmation client={client} />}
        {account.element}
        {password.element}
      </dd>
    </div>
  )
}

function logInNoteOf({ status, default_password_until }: LogIn, now: Date): string | null {
  if (status === 'No email') return historyMessages.createAccountHint
  if (status === 'No password') return s.makeToLogIn
  if (status === 'Own password') return s.ownForgotten
  if (default_password_until === null) return null
  const until = new Date(default_password_until)
  return until <= now ? s.hasExpired(formatInstant(until)) : s.worksUntil(formatInstant(until))
}

function LogInNote({ logIn }: { logIn: LogIn }) {
  const note = logInNoteOf(logIn, useNow())
  return note && <p className="text-sm text-ink-2">{note}</p>
}

/**
 * Says that the client cannot open their own chart yet, and lets an admin confirm the account. Renders nothing in a
 * clinic without charts.
 */
function AwaitsConfirmation({ client: { id, name, email } }: { client: ClientDetail }) {
  const hasCharts = useClinicalRecord()
  const mayConfirm = permissionsOf(useRole()).has('users.manage')
  const confirm = useAction(confirmAccountContract.confirm, {
    ask: () => ({
      title: s.confirmAccountQuestion(name),
      body: s.confirmAccountBody(email ?? ''),
      confirmLabel: s.confirmEmailYes,
      cancelLabel: s.cancel,
      busyLabel: s.confirmingEmail,
    }),
    done: s.accountConfirmed,
    failed: s.accountNotConfirmed,
    reread: [clientsContract.detail],
  })
  if (!hasCharts || email === null) return null
  return (
    <>
      <p className="text-sm text-ink-2">{s.awaitsConfirmation}</p>
      {mayConfirm && (
        <Button
          icon={<UserRoundCheck size={18} aria-hidden="true" />}
          busy={confirm.busy}
          onClick={() => void confirm.run({ params: { id }, body: { email } })}
        >
          {s.confirmAccount}
        </Button>
      )}
    </>
  )
}

type RenewedPassword = Output<typeof clientsContract.renewDefaultPassword>['data']

type NewPasswordDialogProps = DialogControl & {
  client: { name: string; email: string | null }
  renewed: RenewedPassword
}

/** Shows a client's new default password in large type. No other part of the app shows this password. */
function NewPasswordDialog({ client, open, renewed, onClose }: NewPasswordDialogProps) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.newPasswordTitle}
      description={s.newPasswordFor(client.name)}
      initialFocus={done}
      footer={
        <Button ref={done} variant="primary" onClick={onClose}>
          {s.done}
        </Button>
      }
    >
      <div className="space-y-3">
        <p className="rounded-ctl bg-surface-2 px-4 py-5 text-center text-3xl font-bold tracking-wider wrap-anywhere select-all">
          {renewed.default_password}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {s.newPasswordUntil(client.email ?? s.noEmail, formatInstant(new Date(renewed.default_password_until)))}
        </p>
      </div>
    </Dialog>
  )
}

type CreatedAccount = Output<typeof clientsContract.assignAccount>

type CreateAccountDialogProps = DialogControl & {
  client: ClientDetail
  onCreated: (account: CreatedAccount) => void
}

/** The dialog Create Account for a client without a log-in. */
function CreateAccountDialog({ open, client, onClose, onCreated }: CreateAccountDialogProps) {
  const { owner, clear, onFailed } = useKnownPeople()
  const { form, dialog } = useContractForm(clientsContract.assignAccount, {
    values: { name: client.name, email: client.email ?? '', password: '' },
    // If the password is empty, the server makes a default one.
    input: ({ password, ...rest }) => ({
      body: { client_id: client.id, customer_name: client.name, ...rest, ...(password !== '' && { password }) },
    }),
    done: ({ data }) => historyMessages.accountCreated(data.name),
    failed: historyMessages.failedToAssign,
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
      title={historyMessages.createAccount}
      description={historyMessages.createAccountFor(client.name)}
      leave={s.cancel}
      send={historyMessages.sendAccount}
      busyLabel={historyMessages.creatingAccount}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={historyMessages.fullName} required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" autoCapitalize="words" />
        </Field>
        <div className="space-y-2">
          <EmailField
            {...form.register('email', { onChange: clear })}
            label={historyMessages.email}
            required
            error={errors.email?.message}
          />
          <OwnerLink owner={owner} />
        </div>
        <Field
          label={historyMessages.password}
          hint={errors.password ? undefined : historyMessages.passwordHint(defaultPasswordFor(name))}
          error={errors.password?.message}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
      </div>
    </FormDialog>
  )
}
