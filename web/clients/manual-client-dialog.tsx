import { FormProvider, useWatch, type UseFormReturn } from 'react-hook-form'
import { manualClientContract, type ClientUser } from '#shared/clients/manual-client-contract.ts'
import { clientHistoryMessages as s, clientMessages } from '#shared/clients/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import type { FieldMessages } from '#web/lib/form-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import {
  addAsNew,
  Candidates,
  clientReads,
  ContactNumberField,
  DefaultPasswordNote,
  EmailField,
  failedToAddAs,
  useKnownPeople,
} from './client-form.tsx'
import { contactLine } from './contact-line.ts'
import { TreatmentChoiceFields, treatmentFirst, type TreatmentValues } from './treatment-choice-fields.tsx'

type Chosen = Pick<ClientUser, 'user_id' | 'name' | 'email' | 'contact_number'>

type ManualClientValues = TreatmentValues & {
  useExisting: boolean
  /** The text in the box Existing User. */
  userText: string
  user: Chosen | null
  name: string
  email: string
  contact_number: string
  unless_similar: boolean
}

const nobody = { userText: '', user: null, name: '', email: '', contact_number: '' }
const emptyForm = (): ManualClientValues => ({
  useExisting: false,
  ...nobody,
  unless_similar: true,
  treatment_id: '',
  service_ids: [],
  add_on_ids: [],
  date: manilaDate(now()),
})

/** True when Use Existing User is on and neither a person nor None is chosen. */
const isChoosing = ({ useExisting, user, userText }: ManualClientValues): boolean =>
  useExisting && user === null && userText !== s.noneAddNew

/**
 * The request body. An existing client's number is only sent if it was changed in this form, because somebody else may
 * have changed it meanwhile.
 */
function bodyOf({
  user,
  name,
  email,
  contact_number,
  treatment_id,
  service_ids,
  add_on_ids,
  date,
  unless_similar,
}: ManualClientValues) {
  const isNewNumber = contact_number.trim() !== (user?.contact_number ?? '')
  const who = user
    ? { user_id: user.user_id, name: user.name, email: user.email, ...(isNewNumber && { contact_number }) }
    : { name, email, contact_number, unless_similar }
  return { ...who, treatment_id, service_ids, add_on_ids, date }
}

/** Until an existing user or None is chosen, the missing choice is shown instead of errors of the name. */
function addProblems(values: ManualClientValues, found: FieldMessages): FieldMessages {
  const problems = treatmentFirst(values, found)
  if (!isChoosing(values)) return problems
  const { name: _, ...rest } = problems
  return { userText: s.existingUserRequired, ...rest }
}

/** Switches between an existing and a new person, and clears the fields of the other choice. */
function usePerson(form: UseFormReturn<ManualClientValues>, clear: () => void) {
  const setPerson = (values: Partial<ManualClientValues>) => {
    form.reset({ ...form.getValues(), ...values }, { keepErrors: true, keepDirty: true, keepIsSubmitted: true })
    clear()
    form.clearErrors(['userText', 'name', 'email', 'contact_number'])
  }
  return {
    switchTo: (useExisting: boolean) => setPerson({ ...nobody, useExisting }),
    /** Typing over a chosen name deselects the person. */
    typeUser: (userText: string) => {
      // Picking a client also sets the text of the box, which must not count as typing.
      if (userText !== form.getValues('userText')) setPerson({ ...(form.getValues('user') && nobody), userText })
    },
    chooseUser: (user: Chosen) => {
      const { name, email, contact_number } = user
      const shown = { name, email: email ?? '', contact_number: contact_number ?? '' }
      setPerson({ useExisting: true, userText: name, user, ...shown })
    },
    /** Chooses the option None (Add New User). */
    chooseNone: () => setPerson({ ...nobody, userText: s.noneAddNew }),
  }
}

/** The state of the Add Client form, and the function that submits it. */
function useManualClientForm(onAdded: () => void) {
  const { onFailed, clear, ...known } = useKnownPeople()
  const contractForm = useContractForm(manualClientContract.create, {
    values: emptyForm(),
    input: (values) => ({ body: bodyOf(values) }),
    judge: addProblems,
    done: clientMessages.added,
    failed: failedToAddAs(clientMessages.failedToAdd),
    reread: clientReads,
    onDone: onAdded,
    onFailed,
  })
  const { form } = contractForm
  const change = () => {
    clear()
    form.setValue('unless_similar', true)
  }
  return { ...contractForm, ...known, change, ...usePerson(form, change) }
}
type ManualClientForm = ReturnType<typeof useManualClientForm>

/** The dialog Add Client: a new or existing person and their services. */
export function ManualClientDialog({ open, onClose }: DialogControl) {
  const client = useManualClientForm(onClose)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      leave={clientMessages.cancel}
      send={clientMessages.save}
      busyLabel={clientMessages.saving}
      {...client.dialog}
    >
      <FormProvider {...client.form}>
        <div className="space-y-4">
          <Candidates
            candidates={client.candidates}
            onUse={client.chooseUser}
            onNew={() => addAsNew(client.form, client.submit)}
            busy={client.busy}
          />
          <ManualClientPerson client={client} />
          <hr className="border-line" />
          <TreatmentChoiceFields dateLabel={clientMessages.date} />
        </div>
      </FormProvider>
    </FormDialog>
  )
}

type PersonProps = { client: ManualClientForm }

/** The fields for the person: an existing user or a new one. */
function ManualClientPerson({ client }: PersonProps) {
  const { form, switchTo } = client
  const [useExisting, user, userText] = useWatch({ control: form.control, name: ['useExisting', 'user', 'userText'] })
  return (
    <div className="space-y-4">
      <div>
        <Checkbox label={s.takeExistingUser} checked={useExisting} onChange={switchTo} />
      </div>
      {useExisting && <ExistingUserField client={client} />}
      {!isChoosing({ ...form.getValues(), useExisting, user, userText }) && (
        <PersonFields client={client} isKnown={user !== null} />
      )}
    </div>
  )
}

function ExistingUserField({ client: { form, typeUser, chooseUser, chooseNone } }: PersonProps) {
  const userText = useWatch({ control: form.control, name: 'userText' })
  const { items, box } = useClientUsers(userText)
  return (
    <Field label={s.existingUser} required hint={s.existingUserHint} error={form.formState.errors.userText?.message}>
      <Combobox
        name="userText"
        ref={form.register('userText').ref}
        value={userText}
        items={items}
        {...box}
        emptyText={s.noUsers}
        onChange={typeUser}
        onPick={({ user }) => (user ? chooseUser(user) : chooseNone())}
      />
    </Field>
  )
}

function PersonFields({ client, isKnown }: PersonProps & { isKnown: boolean }) {
  const { form, change } = client
  const { errors } = form.formState
  const text = {
    autoComplete: 'off',
    readOnly: isKnown,
    className: isKnown ? 'bg-surface-2 text-ink-2' : '',
  } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={clientMessages.fullName} required className="sm:col-span-2" error={errors.name?.message}>
        <TextInput {...form.register('name', { onChange: change })} {...text} autoCapitalize="words" />
      </Field>
      <div className="space-y-2">
        <EmailField {...form.register('email', { onChange: change })} {...text} error={errors.email?.message} />
        <OwnerButton client={client} />
      </div>
      <ContactNumberField
        {...form.register('contact_number', { onChange: change })}
        error={errors.contact_number?.message}
      />
      {!isKnown && <NewPersonNote client={client} />}
    </div>
  )
}

/** If the typed e-mail belongs to a client, shows a button with the client's name that selects this client. */
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

/** `user` is null for None (Add New User). */
type UserOption = Option & { user: ClientUser | null }

const none: UserOption = { value: 'none', label: s.noneAddNew, user: null }

const optionOf = (user: ClientUser): UserOption => ({
  value: user.user_id,
  label: user.name,
  detail: [user.email ?? clientMessages.noEmail, contactLine(user)].join(' · '),
  user,
})

/**
 * Users with the role client whose name, e-mail or number matches the search, found by the server. The option None is
 * listed first without a search and last with one, so that Enter chooses a person.
 */
function useClientUsers(typed: string) {
  const text = typed === s.noneAddNew ? '' : typed.trim()
  const { answer, box } = useSuggestions(manualClientContract.users, text, (search) => ({ querystring: { search } }))
  const { failure } = box
  const users = (answer?.clients ?? []).map(optionOf)
  return {
    items: text === '' ? [none, ...users] : [...users, none],
    box: { ...box, failure: failure && { ...failure, message: `${s.failedToLoadUsers} ${failure.message}` } },
  }
}
