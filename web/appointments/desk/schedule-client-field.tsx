import { UserPlus, UserRoundSearch } from 'lucide-react'
import { useEffect, useRef, type Ref } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { NoShowMark } from '#web/appointments/visit/no-show-mark.tsx'
import { Candidates } from '#web/clients/candidates.tsx'
import { contactLine } from '#web/clients/contact-line.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/option.ts'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { NewPerson, ScheduleForm } from './use-schedule-form.ts'

type FieldProps = { form: ScheduleForm }
type ClientFieldProps = FieldProps & { inputRef: Ref<HTMLInputElement> }

/** The field for the client: an existing one, or a new one created with the booking. */
export function ScheduleClientField({ form, inputRef }: ClientFieldProps) {
  const { newPerson } = form.choices
  if (newPerson) return <NewPersonFields form={form} person={newPerson} />
  return <ClientField form={form} inputRef={inputRef} />
}

function ClientField({ form: { choices, choose, typeClient, takeClient, errors }, inputRef }: ClientFieldProps) {
  const { client, clientText } = choices
  const { items, box } = useClientSuggestions(clientText)
  const addNew = () => choose({ newPerson: newPersonOf(clientText), client: null })
  return (
    <div className="relative space-y-2">
      <Field
        label={s.client}
        required
        error={errors.client || undefined}
        hint={client ? contactLine(client) : s.clientHint}
      >
        <Combobox
          ref={inputRef}
          value={clientText}
          items={items}
          {...box}
          emptyText={s.noClients}
          // A pick also sets the text; that of "+ New client" is no name.
          onChange={(text) => text !== newClientLabel(clientText) && typeClient(text)}
          onPick={({ contact }) => (contact ? takeClient(contact) : addNew())}
        />
      </Field>
      {client && <NoShowMark clientId={client.client_id} />}
      {/* Placed beside the label, because suggestions would cover it below. */}
      <Button
        variant="quiet"
        onClick={addNew}
        icon={<UserPlus size={18} aria-hidden="true" />}
        className="absolute -top-4.5 right-0 text-primary!"
      >
        {s.addNewClient}
      </Button>
    </div>
  )
}

/** Decides whether the typed text is a number or a name. */
const newPersonOf = (typed: string): NewPerson =>
  /^[\d\s()+./-]+$/.test(typed) ? { name: '', number: typed.trim() } : { name: typed.trim(), number: '' }

function NewPersonFields({ form, person }: FieldProps & { person: NewPerson }) {
  const { choose, errors, candidates, takeClient, addAsNew, busy } = form
  const name = useRef<HTMLInputElement>(null)
  const number = useRef<HTMLInputElement>(null)
  const isNamed = useRef(person.name !== '')
  useEffect(() => (isNamed.current ? number : name).current?.focus(), [])
  const change = (typed: Partial<NewPerson>) => choose({ newPerson: { ...person, ...typed } })
  return (
    <div className="space-y-3">
      <Candidates candidates={candidates} onUse={takeClient} onNew={addAsNew} busy={busy} />
      <fieldset className="space-y-3 rounded-card border border-line bg-surface-2 p-3.5 sm:p-4">
        <legend className="sr-only">{s.newClientTitle}</legend>
        <div className="flex items-center justify-between gap-3">
          <p className="font-bold" aria-hidden="true">
            {s.newClientTitle}
          </p>
          <Button
            variant="quiet"
            icon={<UserRoundSearch size={18} aria-hidden="true" />}
            onClick={() => choose({ newPerson: null, clientText: '' })}
          >
            {s.otherClient}
          </Button>
        </div>
        <Field label={s.newClientName} required error={errors.name || undefined}>
          <TextInput
            ref={name}
            value={person.name}
            onChange={(event) => change({ name: event.target.value })}
            autoComplete="off"
            autoCapitalize="words"
          />
        </Field>
        <Field label={s.newClientNumber} error={errors.number || undefined}>
          <TextInput
            ref={number}
            value={person.number}
            onChange={(event) => change({ number: event.target.value })}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
      </fieldset>
    </div>
  )
}

/** `contact` is null for "+ New client". */
type ClientOption = Option & { contact: ClientContact | null }

const newClientLabel = (typed: string) => (typed.trim() === '' ? s.newClient : s.newClientNamed(typed.trim()))

/** Clients whose name, e-mail or number matches, otherwise "+ New client". */
function useClientSuggestions(typed: string) {
  const { answer, box } = useSuggestions(clientsContract.contacts, typed, (search) => ({ querystring: { search } }), {
    failed: s.failedToLoadClients,
  })
  const people = (answer?.data ?? []).map((contact): ClientOption => ({
    value: contact.user_id,
    label: contact.name,
    detail: contactLine(contact),
    contact,
  }))
  const somebodyNew: ClientOption = { value: 'new', label: newClientLabel(typed), contact: null }
  return { items: people.length > 0 ? people : [somebodyNew], box }
}
