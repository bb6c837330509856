import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Role } from '#shared/lib/endpoint.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { isStaff, ROLES } from '#shared/users/roles.ts'
import { userMessages as s } from '#shared/users/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { serverMessage } from '#web/lib/server-message.ts'
import { checkSession } from '#web/lib/session/session-store.ts'
import { usePerson } from '#web/lib/session/session.tsx'
import type { ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { PasswordInput } from '#web/ui/fields/password-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const roles = ROLES.map((role) => ({ value: role, label: s.roles[role] }))

type UserValues = { name: string; email: string; role: Role; password: string }

/** An empty password in the form is none in the change. */
const withoutEmpty = ({ password, ...rest }: UserValues) => ({
  ...rest,
  ...(password && { password }),
})

/** What a change of the role means for the person; nothing when it stays. */
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
  // Clients come by themselves, or at the desk: who is added here mostly sells.
  role: user?.role ?? 'cashier',
  password: '',
})

/** Add User, or Edit User when there is one. */
export function UserDialog({ open, user, onClose }: DialogControl & { user: UserRow | null }) {
  const { form, dialog } = useContractForm(user ? usersContract.update : usersContract.create, {
    values: valuesOf(user),
    edits: { row: user, valuesOf, textsOf: (newer) => ({ role: s.roles[newer.role] }) },
    input: (typed) => (user ? { params: { id: user.id }, body: withoutEmpty(typed) } : { body: typed }),
    ask: (typed) => user && roleQuestion(user, typed),
    done: user ? s.updated : s.created,
    failed: (error) => {
      const lines = Object.values(error.errors).flat()
      return { title: s.notSaved, description: lines.join('\n') || serverMessage(error, s.unexpected) }
    },
    reread: [usersContract.list],
    onDone: () => {
      onClose()
      // The own name may be among what changed.
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
  return (
    <div className="space-y-4">
      <Field label={s.fullName} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={s.email} required={!user || isStaff(role)} error={errors.email?.message}>
        <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="off" />
      </Field>
      <RoleField form={form} user={user} />
      <Field
        label={s.password}
        required={!user}
        hint={errors.password ? undefined : user ? s.keepPassword : s.passwordHint}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </div>
  )
}

/** Everybody's role but one's own can be changed. */
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
