import { Controller, useWatch } from 'react-hook-form'
import type { UserRow } from '#shared/users/contract.ts'
import { isStaff, ROLES } from '#shared/users/roles.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { usePerson } from '#web/lib/session.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { useUserForm, type UserForm } from './user-form.ts'

const roles = ROLES.map((role) => ({ value: role, label: s.roles[role] }))

type UserDialogProps = { open: boolean; user: UserRow | null; onClose: () => void }

/** Add User, or Edit User when there is one. A new key for each opening starts it anew. */
export function UserDialog({ open, user, onClose }: UserDialogProps) {
  const { form, submit } = useUserForm(user, onClose)
  const { isDirty, isSubmitting } = form.formState
  useUnsavedGuard(open && isDirty)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={user ? s.editTitle : s.addTitle}
      onSubmit={submit}
      leave={s.cancel}
      send={user ? s.update : s.add}
      busy={isSubmitting}
      busyLabel={s.saving}
    >
      <UserFields form={form} user={user} />
    </FormDialog>
  )
}

type UserFieldsProps = { form: UserForm; user: UserRow | null }

function UserFields({ form, user }: UserFieldsProps) {
  const { errors } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <div className="space-y-4">
      <Field label={s.fullName} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={s.email} required={!user || isStaff(role || user.role)} error={errors.email?.message}>
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
          <Select {...field} value={field.value || null} options={roles} disabled={isOwn} placeholder={s.selectRole} />
        </Field>
      )}
    />
  )
}
