import { KeyRound, Pencil, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientHistoryMessages, clientMessages as s } from '#shared/clients/messages.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useAction } from '#web/data/use-action.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmailText, PhoneLink } from '#web/ui/data/contact-text.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { clientReads } from './client-form.tsx'
import { EmailOfAnother, WaitingEmail } from './email-notes.tsx'

const CreateAccountDialog = lazyDialog(async () => (await import('./create-account-dialog.tsx')).CreateAccountDialog)

type BasicInformationProps = { client: ClientDetail; onEdit: () => void }

export function BasicInformation({ client, onEdit }: BasicInformationProps) {
  const edit = (
    <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
      {s.edit}
    </Button>
  )
  return (
    <SectionCard title={s.basicInformation} aside={edit}>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <Line label={s.name}>{client.name}</Line>
        <Line label={s.email}>
          {client.email === null ? s.notAvailable : <EmailText address={client.email} />}
          {client.email_of && <EmailOfAnother holder={client.email_of} />}
          {client.log_in.email_waits && <WaitingEmail client={client} {...client.log_in.email_waits} />}
        </Line>
        <Line label={s.contact}>
          {client.contact_number ? <PhoneLink number={client.contact_number} /> : s.notAvailable}
        </Line>
        <Line label={s.joined}>
          <time dateTime={client.joined_at}>{formatDate(client.joined_at.slice(0, 10))}</time>
        </Line>
        <LogInLine client={client} />
      </dl>
    </SectionCard>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="tnum font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

export function BasicInformationSkeleton() {
  return (
    <SkeletonGroup className="space-y-4 rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-40" />
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className="space-y-2">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-4 w-44" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

type LogIn = ClientDetail['log_in']

const tones: Record<LogIn['status'], Tone> = {
  'No email': 'neutral',
  'No password': 'warning',
  'Must set password': 'warning',
  'Own password': 'success',
}

/** Asks, sets a new default password for the client, and shows it. */
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
function LogInLine({ client }: { client: ClientDetail }) {
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
        <Note logIn={client.log_in} />
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
            {clientHistoryMessages.createAccount}
          </Button>
        )}
        {account.element}
        {password.element}
      </dd>
    </div>
  )
}

function noteOf({ status, default_password_until }: LogIn, now: Date): string | null {
  if (status === 'No email') return clientHistoryMessages.createAccountHint
  if (status === 'No password') return s.makeToLogIn
  if (status === 'Own password') return s.ownForgotten
  if (default_password_until === null) return null
  const until = new Date(default_password_until)
  return until <= now ? s.hasExpired(formatInstant(until)) : s.worksUntil(formatInstant(until))
}

function Note({ logIn }: { logIn: LogIn }) {
  const note = noteOf(logIn, useNow())
  return note && <p className="text-sm text-ink-2">{note}</p>
}

type RenewedPassword = Output<typeof clientsContract.renewDefaultPassword>['data']

type NewPasswordDialogProps = DialogControl & {
  client: { name: string; email: string | null }
  renewed: RenewedPassword
}

/** The only place that shows a new default password, in large type. */
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

type Shown = Pick<ClientDetail, 'name' | 'email' | 'contact_number' | 'version'>

const valuesOf = ({ name, email, contact_number }: Shown) => ({
  name,
  email: email ?? '',
  contact_number: contact_number ?? '',
})

/** Edits a client's name and contact. */
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
