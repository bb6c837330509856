import { MailPlus, MailX, Send } from 'lucide-react'
import { Controller, useWatch } from 'react-hook-form'
import { invitationMessages as s } from '#shared/auth/messages.ts'
import { invitationsContract, STAFF_ROLES, type Invitation, usersContract } from '#shared/users/contract.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { userMessages } from '#shared/users/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { PractitionerField, withoutOthers, type UserValues } from './user-dialog.tsx'

const rereads = [invitationsContract.list, usersContract.list]

/** The button that invites staff by e-mail; hidden if the clinic cannot send e-mails. */
export function InviteButton() {
  const { data } = useRead(invitationsContract.list, {})
  const invite = useDialog(InviteDialog)
  if (!data?.sends_email) return null
  return (
    <>
      <Button icon={<MailPlus size={18} aria-hidden="true" />} onClick={() => invite.open({})}>
        {s.invite}
      </Button>
      {invite.element}
    </>
  )
}

/** Lists the invitations that staff have not used yet; hidden if there are none. */
export function OpenInvitations() {
  const { data, failure } = useRead(invitationsContract.list, {}, { failed: s.notLoaded })
  const open = data?.data ?? []
  if (failure) return <ErrorPanel {...failure} />
  if (open.length === 0) return null
  return (
    <SectionCard title={s.title} aside={<Badge tone="primary">{open.length}</Badge>}>
      <ul className="divide-y divide-line">
        {open.map((invitation) => (
          <OpenInvitation key={invitation.user_id} invitation={invitation} />
        ))}
      </ul>
    </SectionCard>
  )
}

function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { user_id: id, name, email, role, expires_at, is_expired } = invitation
  const until = formatInstant(new Date(expires_at))
  const resend = useAction(() => api(invitationsContract.resend, { params: { id } }), {
    done: ({ message }) => message,
    failed: s.notSent,
    reread: rereads,
  })
  const revoke = useAction(() => api(invitationsContract.revoke, { params: { id } }), {
    ask: () => ({
      title: s.revokeQuestion(name),
      body: s.revokeText,
      confirmLabel: s.revoke,
      cancelLabel: userMessages.cancel,
      danger: true,
      busyLabel: s.revoking,
    }),
    done: ({ message }) => message,
    failed: s.notRevoked,
    reread: rereads,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <Badge>{userMessages.roles[role]}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{email}</p>
      </div>
      <Badge tone={is_expired ? 'warning' : 'neutral'}>{is_expired ? s.expired(until) : s.worksUntil(until)}</Badge>
      <div className="flex">
        <IconButton
          label={s.resendTo(name)}
          icon={<Send size={18} aria-hidden="true" />}
          disabled={resend.busy}
          onClick={() => void resend.run(undefined)}
        />
        <IconButton
          label={s.revokeOf(name)}
          icon={<MailX size={18} aria-hidden="true" />}
          variant="danger-quiet"
          onClick={() => void revoke.run(undefined)}
        />
      </div>
    </li>
  )
}

const roles = STAFF_ROLES.map((role) => ({ value: role, label: userMessages.roles[role] }))
const empty: UserValues = { name: '', email: '', role: 'cashier', practitioner_id: null, password: '' }

/** The invited person's data without a password, which the person will choose. */
function invitedOf({ password: _, ...typed }: UserValues) {
  const { role, ...rest } = withoutOthers(typed)
  return { ...rest, role: role as Invitation['role'] }
}

function InviteDialog({ open, onClose }: DialogControl) {
  const { form, dialog } = useContractForm(invitationsContract.invite, {
    values: empty,
    input: (typed) => ({ body: invitedOf(typed) }),
    done: ({ message }) => message,
    failed: s.notSent,
    reread: rereads,
    onDone: onClose,
  })
  const { errors } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.inviteTitle}
      description={s.inviteText}
      leave={userMessages.cancel}
      send={s.send}
      busyLabel={s.sending}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={userMessages.fullName} required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" />
        </Field>
        <Field label={userMessages.email} required error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Controller
          control={form.control}
          name="role"
          render={({ field, fieldState }) => (
            <Field label={userMessages.role} required group error={fieldState.error?.message}>
              <Select {...field} options={roles} />
            </Field>
          )}
        />
        {role === 'practitioner' && <PractitionerField form={form} />}
      </div>
    </FormDialog>
  )
}
