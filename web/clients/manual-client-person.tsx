import { useWatch } from 'react-hook-form'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { clientSentences } from '#shared/clients/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { DefaultPasswordNote } from './default-password-note.tsx'
import { isChoosing, type ManualClientForm } from './manual-client-form.ts'
import { useClientUsers } from './use-client-users.ts'

type PersonProps = { client: ManualClientForm }

/** Who it is: a user on file, or somebody new. */
export function ManualClientPerson({ client }: PersonProps) {
  const { form, switchTo } = client
  const [useExisting, user, userText] = useWatch({ control: form.control, name: ['useExisting', 'user', 'userText'] })
  return (
    <div className="space-y-4">
      <div>
        <Checkbox label={s.takeExistingUser} checked={useExisting} onChange={switchTo} />
      </div>
      {useExisting && <ExistingUserField client={client} />}
      {!isChoosing({ ...form.getValues(), useExisting, user, userText }) && (
        <PersonFields client={client} isOnFile={user !== null} />
      )}
    </div>
  )
}

function ExistingUserField({ client: { form, typeUser, chooseUser, chooseNone } }: PersonProps) {
  const userText = useWatch({ control: form.control, name: 'userText' })
  const { items, loading, failure, retry } = useClientUsers(userText)
  return (
    <div className="space-y-2">
      <Field label={s.existingUser} required hint={s.existingUserHint} error={form.formState.errors.userText?.message}>
        <Combobox
          name="userText"
          ref={form.register('userText').ref}
          value={userText}
          items={items}
          filtered
          loading={loading}
          emptyText={s.noUsers}
          onChange={typeUser}
          onPick={({ user }) => (user ? chooseUser(user) : chooseNone())}
        />
      </Field>
      {failure && <ErrorPanel message={`${s.failedToLoadUsers} ${failure}`} onRetry={retry} busy={loading} />}
    </div>
  )
}

function PersonFields({ client, isOnFile }: PersonProps & { isOnFile: boolean }) {
  const { form, forgetOwner } = client
  const { errors } = form.formState
  const text = {
    autoComplete: 'off',
    readOnly: isOnFile,
    className: isOnFile ? 'bg-surface-2 text-ink-2' : '',
  } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={clientSentences.fullName} required className="sm:col-span-2" error={errors.name?.message}>
        <TextInput {...form.register('name')} {...text} autoCapitalize="words" />
      </Field>
      <div className="space-y-2">
        <Field label={clientSentences.emailOptional} error={errors.email?.message}>
          <TextInput {...form.register('email', { onChange: forgetOwner })} {...text} type="email" inputMode="email" />
        </Field>
        <OwnerButton client={client} />
      </div>
      <Field label={clientSentences.contactOptional} error={errors.contact_number?.message}>
        <TextInput {...form.register('contact_number')} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      {!isOnFile && <NewPersonNote client={client} />}
    </div>
  )
}

/** The e-mail is somebody's: that person can be taken, once the name was seen. */
function OwnerButton({ client: { form, owner, chooseUser } }: PersonProps) {
  if (!owner) return null
  const take = () => {
    chooseUser({ ...owner, email: form.getValues('email').trim().toLowerCase(), contact_number: null })
  }
  return (
    <Button block onClick={take}>
      {s.takeOwner(owner.name)}
    </Button>
  )
}

function NewPersonNote({ client: { form } }: PersonProps) {
  const [name, email] = useWatch({ control: form.control, name: ['name', 'email'] })
  return <DefaultPasswordNote name={name} email={email} className="sm:col-span-2" />
}
