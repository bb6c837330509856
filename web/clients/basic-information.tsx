import { MailCheck, Pencil, TriangleAlert, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRole } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmailText, PhoneLink } from '#web/ui/data/contact-text.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { clientReads, ContactNumberField, EmailField } from './client-form.tsx'
import { LogInLine } from './client-log-in.tsx'
import { clientPath } from './client-paths.ts'

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

/**
 * Says that the e-mail belongs to another record: the person has two records, or typed an e-mail that is not theirs.
 */
function EmailOfAnother({ holder: { id, name } }: { holder: NonNullable<ClientDetail['email_of']> }) {
  const role = useRole()
  return (
    <EmailNote title={s.secondRecord}>
      <p>{s.emailOfAnother(name)}</p>
      {id !== null && (
        <Link to={clientPath(role, id)} className={buttonClass()}>
          <UserRound size={18} aria-hidden="true" />
          {s.openOther}
        </Link>
      )}
    </EmailNote>
  )
}

/** A note for staff about a client's e-mail, shown below the e-mail. */
function EmailNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="note"
      className="mt-2 space-y-2 rounded-card bg-warning-soft px-4 py-3 text-sm font-normal text-ink wrap-anywhere"
    >
      <p className="flex gap-2 font-bold text-warning">
        <TriangleAlert size={18} className="mt-px shrink-0" aria-hidden="true" />
        {title}
      </p>
      {children}
    </div>
  )
}

/** Says that an e-mail changed by staff cannot be used to log in yet; lets an admin confirm it as the client's own. */
function WaitingEmail({ client, log_in_email }: { client: ClientDetail; log_in_email: string | null }) {
  const { id, name, email } = client
  const mayConfirm = permissionsOf(useRole()).has('users.manage')
  const confirm = useAction(clientsContract.confirmEmail, {
    ask: () => ({
      title: email === null ? s.removedEmailQuestion : s.confirmEmailQuestion(email),
      body: s.confirmEmailBody(name),
      confirmLabel: s.confirmEmailYes,
      cancelLabel: s.cancel,
      busyLabel: s.confirmingEmail,
    }),
    done: s.emailConfirmed,
    failed: s.emailNotConfirmed,
    reread: [clientsContract.detail],
  })
  return (
    <EmailNote title={email === null ? s.removedEmailWaits : s.emailWaits}>
      <p>{s.whoConfirms}</p>
      {log_in_email !== null && (
        <p>
          {s.logsInWith}{' '}
          <b className="font-semibold">
            <EmailText address={log_in_email} />
          </b>
        </p>
      )}
      {mayConfirm && (
        <Button
          icon={<MailCheck size={18} aria-hidden="true" />}
          busy={confirm.busy}
          onClick={() => void confirm.run({ params: { id }, body: { email } })}
        >
          {s.confirmEmail}
        </Button>
      )}
    </EmailNote>
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
        <EmailField {...form.register('email')} error={errors.email?.message} />
        <ContactNumberField {...form.register('contact_number')} error={errors.contact_number?.message} />
      </div>
    </FormDialog>
  )
}
