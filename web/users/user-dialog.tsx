import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { invitationsContract, usersContract, type UserRow } from '#shared/users/contract.ts'
import type { Role } from '#shared/people/role.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { isStaff, ROLES } from '#shared/users/roles.ts'
import { userMessages as s } from '#shared/users/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { checkSession, usePerson } from '#web/lib/session/session.ts'
import type { ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const roles = ROLES.map((role) => ({ value: role, label: s.roles[role] }))

export type UserValues = { name: string; email: string; role: Role; practitioner_id: string | null; password: string }

/** Leaves an empty password out of the request, so that the password does not change. */
const withoutEmpty = ({ password, ...rest }: UserValues) => ({
  ...withoutOthers(rest),
  ...(password && { password }),
})

/**
 * Removes the chosen practitioner from the values of the form if the role is not practitioner, because the role may
 * have been changed after a practitioner was chosen.
 */
export const withoutOthers = <Typed extends { role: Role; practitioner_id: string | null }>(typed: Typed): Typed =>
  typed.role === 'practitioner' ? typed : { ...typed, practitioner_id: null }

/** The question about a change of role; null if the role stays the same. */
function roleQuestion(user: UserRow, { role, name }: UserValues): ConfirmQuestion | null {
  if (role === user.role) return null
  const isNewStaff = isStaff(role) && !isStaff(user.role)
  return {
    title: s.roleQuestion(name.trim(), role),
    body: `${s.roleChange(user.role, role)} ${isNewStaff ? s.newStaffEffect : s.roleEffect}`,
    confirmLabel: s.changeRole,
    cancelLabel: s.cancel,
  }
}

const valuesOf = (user: UserRow | null): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  // New users are cashiers by default, because clients are added elsewhere.
  role: user?.role ?? 'cashier',
  practitioner_id: user?.practitioner_id ?? null,
  password: '',
})

/** The dialog Add User or Edit User. */
export function UserDialog({ open, user, onClose }: DialogControl & { user: UserRow | null }) {
  const { form, dialog } = useContractForm(user ? usersContract.update : usersContract.create, {
    values: valuesOf(user),
    edits: { row: user, valuesOf, textsOf: (newer) => ({ role: s.roles[newer.role] }) },
    input: (typed) => (user ? { params: { id: user.id }, body: withoutEmpty(typed) } : { body: withoutOthers(typed) }),
    ask: (typed) => user && roleQuestion(user, typed),
    done: (answer) => {
      if (!('invitation_sent' in answer)) return s.created
      if (!answer.invitation_sent) return s.updated
      return { title: s.updated, description: s.invitedAgain(answer.data.username), seconds: 8 }
    },
    failed: (error) => {
      const lines = Object.values(error.errors).flat()
      return { title: s.notSaved, description: lines.join('\n') || serverMessage(error, s.unexpected) }
    },
    // A new e-mail sends an open invitation again, and a password ends it, so the invitations are read again too.
    reread: [usersContract.list, invitationsContract.list],
    onDone: () => {
      onClose()
      // Reads the session again, because people may have changed their own name here.
      void checkSession()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={user ? s.editTitle : s.addTitle}
      leave={s.cancel}
      send={user ? s.update : s.add}
      busyLabel={s.saving}
      {...dialog}
    >
      <UserFields form={form} user={user} />
    </FormDialog>
  )
}

type UserFieldsProps = { form: UseFormReturn<UserValues>; user: UserRow | null }

function UserFields({ form, user }: UserFieldsProps) {
  const { errors } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })
  const isOwn = usePerson().id === user?.id
  // People change their own e-mail and password in the profile, which asks for the current password.
  const ownHint = isOwn ? s.ownLogInHint : undefined
  return (
    <div className="space-y-4">
      <Field label={s.fullName} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field
        label={s.email}
        required={!user || isStaff(role)}
        disabled={isOwn}
        hint={ownHint}
        error={errors.email?.message}
      >
        <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="off" disabled={isOwn} />
      </Field>
      <RoleField form={form} user={user} />
      {role === 'practitioner' && <PractitionerField form={form} />}
      <Field
        label={s.password}
        required={!user}
        disabled={isOwn}
        hint={errors.password ? undefined : (ownHint ?? (user ? s.keepPassword : s.passwordHint))}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" disabled={isOwn} />
      </Field>
    </div>
  )
}

/** The field for the role; people cannot change their own. */
function RoleField({ form, user }: UserFieldsProps) {
  const isOwn = usePerson().id === user?.id
  return (
    <Controller
      control={form.control}
      name="role"
      render={({ field, fieldState }) => (
        <Field
          label={s.role}
          required
          group
          disabled={isOwn}
          hint={isOwn ? s.ownRoleHint : undefined}
          error={fieldState.error?.message}
        >
          <Select {...field} options={roles} disabled={isOwn} />
        </Field>
      )}
    />
  )
}

/** The field for the practitioner whose visits the account shows. */
export function PractitionerField({ form }: Pick<UserFieldsProps, 'form'>) {
  const { data, isLoading, failure } = useRead(
    resourcesContract.list,
    { querystring: { kind: 'practitioner' } },
    { failed: s.practitionersFailed },
  )
  const options = (data?.data ?? []).map(({ id, name, title }) => ({ value: id, label: name, detail: title }))
  if (failure) return <ErrorPanel {...failure} />
  return (
    <Controller
      control={form.control}
      name="practitioner_id"
      render={({ field, fieldState }) => (
        <Field label={s.practitioner} required group hint={s.practitionerHint} error={fieldState.error?.message}>
          <Select
            {...field}
            options={options}
            disabled={isLoading}
            placeholder={isLoading ? uiMessages.loading : s.choosePractitioner}
          />
        </Field>
      )}
    />
  )
}
