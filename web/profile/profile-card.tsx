import { CalendarDays, Camera, KeyRound, Mail, MapPin, Pencil, Phone, Trash2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { profileContract, type Profile, photoContract } from '#shared/profile/contract.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import type { FieldMessages } from '#web/lib/form-errors.ts'
import { paths } from '#web/lib/paths.ts'
import { checkSession } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The person's name, photo and contact, and the dialog that edits them. */
export function ProfileCard({ profile }: { profile: Profile | undefined }) {
  const edit = useDialog(EditProfileDialog)
  return (
    <Card className="p-6 text-center">
      {profile ? <Details profile={profile} /> : <Loading />}
      <Button
        block
        disabled={!profile}
        onClick={() => profile && edit.open({ profile })}
        icon={<Pencil size={18} aria-hidden="true" />}
        className="mt-6"
      >
        {s.editProfile}
      </Button>
      <Link to={paths.choosePassword} className={`${buttonClass({ variant: 'quiet', block: true })} mt-2`}>
        <KeyRound size={18} aria-hidden="true" />
        {s.changePassword}
      </Link>
      {edit.element}
    </Card>
  )
}

function Details({ profile }: { profile: Profile }) {
  const since = formatShortDate(manilaDate(new Date(profile.Account_created_at)))
  return (
    <>
      <Avatar name={profile.name} src={profile.photo} alt={s.photoOf(profile.name)} size="lg" className="mx-auto" />
      <PhotoButtons profile={profile} />
      <h2 className="mt-2 text-xl font-bold wrap-anywhere">{profile.name}</h2>
      <ul className="mt-5 space-y-3 border-t border-line pt-5 text-left text-ctl">
        <Line icon={MapPin}>{profile.location ?? s.noLocation}</Line>
        <Line icon={Phone}>{profile.contact_number ? formatPhone(profile.contact_number) : s.noPhone}</Line>
        <Line icon={Mail}>{profile.email}</Line>
        <Line icon={CalendarDays}>{s.memberSince(since)}</Line>
      </ul>
    </>
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="tnum flex items-start gap-3">
      <Icon size={18} className="mt-0.5 shrink-0 text-gold-ink" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

function Loading() {
  return (
    <SkeletonGroup>
      <Skeleton className="mx-auto size-24 rounded-full!" />
      <Skeleton className="mx-auto mt-3 h-11 w-36" />
      <Skeleton className="mx-auto mt-2 h-7 w-40" />
      <div className="mt-5 space-y-3 border-t border-line pt-5">
        {['w-1/2', 'w-2/3', 'w-4/5', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    </SkeletonGroup>
  )
}

/** Adds, changes or removes the person's photo. */
function PhotoButtons({ profile }: { profile: Profile }) {
  const change = useDialog(PhotoDialog, { profile })
  const remove = useAction(photoContract.remove, {
    ask: () => ({
      title: s.removePhotoQuestion,
      body: s.removePhotoText,
      confirmLabel: s.removePhoto,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.removingPhoto,
    }),
    done: s.photoRemoved,
    failed: s.photoNotRemoved,
    reread: [profileContract.read],
  })
  return (
    <div className="mt-3 flex items-center justify-center gap-1">
      <Button variant="quiet" icon={<Camera size={18} aria-hidden="true" />} onClick={() => change.open({})}>
        {profile.photo ? s.changePhoto : s.addPhoto}
      </Button>
      {profile.photo && (
        <IconButton
          label={s.removePhoto}
          variant="danger-quiet"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => void remove.run({})}
        />
      )}
      {change.element}
    </div>
  )
}

/** Chooses the person's photo, with a preview before it is sent. */
function PhotoDialog({ open, profile, onClose }: DialogControl & { profile: Profile }) {
  const { form, busy, dialog } = useContractForm(photoContract.upload, {
    values: { photo: null as File | null },
    input: ({ photo }) => ({ body: { photo: photo as File } }),
    // The browser checks only that a photo was chosen; the server checks its format.
    judge: ({ photo }): FieldMessages => (photo ? {} : { photo: s.photoRequired }),
    done: s.photoSaved,
    failed: (error) => ({ title: s.photoNotSaved, description: error.message }),
    reread: [profileContract.read],
    onDone: onClose,
    onFailed: ({ message }) => form.setError('photo', { message }),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={profile.photo ? s.changePhoto : s.addPhoto}
      description={s.photoHint}
      leave={s.cancel}
      send={s.savePhoto}
      busyLabel={s.savingPhoto}
      {...dialog}
    >
      <Controller
        control={form.control}
        name="photo"
        render={({ field: { value, onChange }, fieldState }) => (
          <UploadField
            label={s.photo}
            required
            value={value}
            onChange={onChange}
            currentSrc={profile.photo}
            error={fieldState.error?.message}
            disabled={busy}
          />
        )}
      />
    </FormDialog>
  )
}

/** The values of the form in which people edit their profile. */
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

/** True if the typed e-mail differs from the current one, apart from case and surrounding spaces. */
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
      // Reads the session again, because the navigation shows the name too.
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
