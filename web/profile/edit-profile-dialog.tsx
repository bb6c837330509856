import type { UseFormReturn } from 'react-hook-form'
import type { Profile } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { isNewEmail, type ProfileChanges, type ProfileFields } from './profile-form.ts'
import { useProfileForm } from './use-profile-form.ts'

type EditProfileDialogProps = { open: boolean; profile: Profile; onClose: () => void }

/** Name, number, e-mail and location; a new e-mail asks for the present password. */
export function EditProfileDialog({ open, profile, onClose }: EditProfileDialogProps) {
  const { form, submit } = useProfileForm(profile, onClose)
  const { isSubmitting } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.editProfile}
      description={s.editHint}
      onSubmit={submit}
      leave={s.cancel}
      send={s.save}
      busy={isSubmitting}
      busyLabel={s.saving}
    >
      <Fields form={form} asksPassword={isNewEmail(form.watch('email'), profile)} />
    </FormDialog>
  )
}

type FieldsProps = { form: UseFormReturn<ProfileFields, unknown, ProfileChanges>; asksPassword: boolean }

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
