import type { UseFormReturn } from 'react-hook-form'
import { profileContract, type Profile } from '#shared/profile/contract.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { checkSession } from '#web/lib/session/session.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The form's values, from which the contract makes the request. */
type ProfileFields = {
  name: string
  contact: string
  email: string
  location: string
  current_password: string
}

const fieldsOf = (profile: Profile): ProfileFields => ({
  name: profile.name,
  contact: profile.contact_number ?? '',
  email: profile.email ?? '',
  location: profile.location ?? '',
  current_password: '',
})

/** Ignores case and surrounding spaces. */
const isNewEmail = (typed: string, profile: Profile): boolean => typed.trim().toLowerCase() !== (profile.email ?? '')

/** Edits name, number, e-mail and location; a new e-mail needs the current password. */
export function EditProfileDialog({ open, profile, onClose }: DialogControl & { profile: Profile }) {
  const { form, dialog } = useContractForm(profileContract.update, {
    values: fieldsOf(profile),
    edits: { row: profile, valuesOf: fieldsOf },
    input: ({ current_password, ...typed }) => ({ body: { ...typed, ...(current_password && { current_password }) } }),
    judge: ({ email, current_password }, found) =>
      current_password === '' && isNewEmail(email, profile)
        ? { current_password: s.passwordForEmail, ...found }
        : found,
    done: { title: s.updatedTitle, description: s.updated },
    failed: (error) => ({
      title: s.failedTitle,
      description: Object.keys(error.errors).length > 0 ? s.failed : serverMessage(error, s.failed),
    }),
    reread: [profileContract.read],
    onDone: () => {
      onClose()
      // The navigation shows the name too.
      void checkSession()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.editProfile}
      description={s.editHint}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <Fields form={form} asksPassword={isNewEmail(form.watch('email'), profile)} />
    </FormDialog>
  )
}

type FieldsProps = { form: UseFormReturn<ProfileFields>; asksPassword: boolean }

function Fields({ form: { register, formState }, asksPassword }: FieldsProps) {
  const { errors } = formState
  const wide = 'md:col-span-2'
  const password = errors.current_password?.message
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Field label={s.fullName} required error={errors.name?.message} className={wide}>
        <TextInput {...register('name')} autoComplete="name" />
      </Field>
      <Field label={s.phone} error={errors.contact?.message}>
        <TextInput {...register('contact')} type="tel" autoComplete="tel" />
      </Field>
      <Field label={s.email} required error={errors.email?.message}>
        <TextInput {...register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label={s.location} hint={s.locationHint} error={errors.location?.message} className={wide}>
        <TextInput {...register('location')} autoComplete="address-level2" />
      </Field>
      {asksPassword && (
        <Field label={s.presentPassword} required hint={s.presentPasswordHint} error={password} className={wide}>
          <PasswordInput {...register('current_password')} autoComplete="current-password" />
        </Field>
      )}
    </div>
  )
}
