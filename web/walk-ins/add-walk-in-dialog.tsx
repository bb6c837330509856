import { useRef, type RefObject } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { useServices } from '#web/appointments/desk/schedule-service-fields.tsx'
import { Candidates, ContactNumberField, EmailField } from '#web/clients/client-form.tsx'
import { contactLine } from '#web/clients/contact-line.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { StartOptionField } from './take-in-dialog.tsx'
import { personOf, useWalkInForm, type WalkInForm } from './use-walk-in-form.ts'

/**
 * Adds a client who came without an appointment. With a service they get a number in today's queue, or the visit starts
 * at once. Without a service only the client record is created.
 */
export function AddWalkInDialog({ open, onClose }: DialogControl) {
  const form = useWalkInForm(onClose)
  const fields = useFocusOnError(form.problem)
  const service = useRef<HTMLInputElement>(null)
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        size="sm"
        title={clientMessages.walkInTitle}
        leave={clientMessages.cancel}
        send={clientMessages.addWalkIn}
        busyLabel={clientMessages.adding}
        {...form.dialog}
      >
        <div ref={fields} className="space-y-4">
          <KnownPeople form={form} />
          <NameField form={form} onChosen={() => service.current?.focus()} />
          {form.person ? <AlertLine clientId={form.person.client_id} /> : <ContactField form={form} />}
          <ServiceField form={form} inputRef={service} />
          <WaitOrStartFields form={form} />
          {!form.person && <LogInFields form={form} />}
        </div>
      </FormDialog>
      {form.overbookDialog}
    </>
  )
}

type FieldProps = { form: WalkInForm }

/** Asks whether the new client is one of the existing clients that may be the same person. */
function KnownPeople({ form: { known, chooseKnownPerson, addAsNew, dialog } }: FieldProps) {
  const { candidates, owner } = known
  return (
    <>
      <Candidates
        candidates={candidates}
        onUse={(client) => chooseKnownPerson(personOf(client))}
        onNew={addAsNew}
        busy={dialog.busy}
      />
      {owner && (
        <Button block onClick={() => chooseKnownPerson({ ...owner, line: s.onFile })}>
          {clientMessages.takeThisOneNamed(owner.name)}
        </Button>
      )}
    </>
  )
}

/** `contact` is null for a new client with the typed name. */
type NameOption = Option & { contact: ClientContact | null }

const NEW = 'new'

/** Suggests the typed name first and existing clients after it, so that Enter never picks another person. */
function useNames(typed: string, isChosen: boolean) {
  const { answer, box } = useSuggestions(
    clientsContract.contacts,
    isChosen ? '' : typed,
    (search) => (search === '' ? null : { querystring: { search } }),
    { failed: calendarMessages.failedToLoadClients },
  )
  const name = typed.trim()
  if (name === '' || isChosen) return { items: [], box: { filtered: true } }
  const onFile = (answer?.data ?? []).map((contact): NameOption => ({
    value: contact.user_id,
    label: contact.name,
    detail: contactLine(contact),
    contact,
  }))
  return { items: [{ value: NEW, label: s.newPerson(name), contact: null }, ...onFile], box }
}

function NameField({
  form: { form, person, choosePerson, clearPersonUnless, change },
  onChosen,
}: FieldProps & { onChosen: () => void }) {
  const typed = useWatch({ control: form.control, name: 'name' })
  const { items, box } = useNames(typed, person !== null)
  return (
    <Controller
      control={form.control}
      name="name"
      render={({ field, fieldState }) => (
        <Field
          label={clientMessages.fullName}
          required
          error={fieldState.error?.message}
          hint={person ? person.line : s.knownHint}
        >
          <Combobox<NameOption>
            ref={field.ref}
            value={field.value}
            items={items}
            {...box}
            textOf={({ contact }) => contact?.name ?? typed}
            onBlur={field.onBlur}
            onChange={(text) => {
              if (text === field.value) return
              field.onChange(text)
              clearPersonUnless(text)
              change()
            }}
            onPick={({ contact }) => {
              if (contact) choosePerson(personOf(contact))
              onChosen()
            }}
          />
        </Field>
      )}
    />
  )
}

function ContactField({ form: { form, change } }: FieldProps) {
  return (
    <ContactNumberField
      {...form.register('contact_number', { onChange: change })}
      error={form.formState.errors.contact_number?.message}
    />
  )
}

type ServiceFieldProps = FieldProps & { inputRef: RefObject<HTMLInputElement | null> }

function ServiceField({ form: { choice, problem }, inputRef }: ServiceFieldProps) {
  const { items, box } = useServices(choice.service ? '' : choice.text, null)
  return (
    <Field label={s.service} hint={s.serviceHint} error={choice.service ? undefined : problem.service}>
      <Combobox
        ref={inputRef}
        value={choice.text}
        items={items}
        {...box}
        emptyText={calendarMessages.noServiceMatches}
        onChange={choice.type}
        onPick={({ service }) => choice.pick(service)}
      />
    </Field>
  )
}

const waitOptions = [
  { value: 'waits' as const, label: s.waits },
  { value: 'now' as const, label: s.takenIn },
]

/** The choice between waiting and starting now, shown once a service is chosen. */
function WaitOrStartFields({ form: { choice } }: FieldProps) {
  if (!choice.service) return null
  return (
    <>
      <Field label={s.how} group hint={choice.how === 'waits' ? s.waitsHint : s.takenInHint}>
        <SegmentedControl options={waitOptions} value={choice.how} onChange={choice.setHow} block />
      </Field>
      {choice.how === 'now' && <StartOptionField startOptions={choice.startOptions} onChoose={choice.choose} />}
    </>
  )
}

/** The fields for the e-mail with which a new client logs in, and their default password. */
function LogInFields({ form: { form, change } }: FieldProps) {
  const name = useWatch({ control: form.control, name: 'name' }).trim()
  return (
    <>
      <EmailField {...form.register('email', { onChange: change })} error={form.formState.errors.email?.message} />
      <Field label={clientMessages.password} hint={clientMessages.passwordHint}>
        <TextInput value={name === '' ? '' : defaultPasswordFor(name)} readOnly autoComplete="off" />
      </Field>
    </>
  )
}
