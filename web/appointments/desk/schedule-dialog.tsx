import { CircleAlert, UserPlus, UserRoundSearch } from 'lucide-react'
import { useRef, useEffect, type Ref } from 'react'
import { boardMessages, calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages, startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { formatTimeRange, lastBookableDate } from '#shared/appointments/slots.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { formatLongDate, isCivilDate } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { NoShowMark } from '#web/appointments/visit/visit-marks.tsx'
import { Candidates } from '#web/clients/client-form.tsx'
import { contactLine } from '#web/clients/contact-line.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { CoveredServices } from '#web/prepaid/open-packages.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { SchedulePersonField, ScheduleRoomField, ScheduleServiceFields } from './schedule-service-fields.tsx'
import { SlotButtons } from './start-times.tsx'
import {
  chosenServices,
  useScheduleForm,
  type ScheduleForm,
  type ScheduleOptions,
  type NewPerson,
} from './use-schedule-form.ts'

const OverbookDialog = lazyDialog(
  async () => (await import('#web/appointments/visit/overbook-dialog.tsx')).OverbookDialog,
)

/** The date of the visit as text and, once a time is chosen, its time range. */
function whenOf({ date, time, ...chosen }: ScheduleForm['choices']): string | undefined {
  const minutes = chosenServices(chosen).reduce((sum, { duration_minutes }) => sum + duration_minutes, 0)
  if (!isCivilDate(date)) return undefined
  const range = time !== null && minutes > 0 && formatTimeRange(time, minutes)
  return range ? `${formatLongDate(date)}, ${range}` : formatLongDate(date)
}

/** The dialog in which staff book an appointment: client, services, date and time. */
export function ScheduleDialog({ open, onClose, ...options }: DialogControl & ScheduleOptions) {
  const overbooking = useDialog(OverbookDialog)
  const form = useScheduleForm(options, {
    onDone: onClose,
    onConflicts: ({ sentences, overbook }) =>
      overbooking.open({
        lead: whenOf(form.choices) ?? '',
        taken: sentences,
        leave: boardMessages.overbookBack,
        onOverbook: overbook,
      }),
  })
  const { errors, busy, choices } = form
  const client = useRef<HTMLInputElement>(null)
  const service = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="xl"
      initialFocus={options.client ? service : client}
      title={s.scheduleTitle}
      description={whenOf(choices)}
      leave={uiMessages.cancel}
      send={s.schedule}
      busy={busy}
      busyLabel={s.scheduling}
      unsaved={form.unsaved}
      onSubmit={form.submit}
    >
      <div ref={form.fields} className="space-y-4">
        {errors.form && <Incomplete sentence={errors.form} />}
        {options.note && (
          <p role="status" className="rounded-ctl bg-info-soft px-3 py-2.5 text-sm font-semibold text-info">
            {options.note}
          </p>
        )}
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className="space-y-4">
            <ScheduleClientField form={form} inputRef={client} />
            <ScheduleServiceFields form={form} inputRef={service} />
            <CoveredByPackages form={form} />
            <SchedulePersonField form={form} />
            <ScheduleRoomField form={form} />
            <Switch
              label={s.confirmed}
              detail={s.confirmedHint}
              checked={choices.confirmed}
              onChange={(confirmed) => form.choose({ confirmed })}
            />
          </div>
          <div className="space-y-4">
            <DateField form={form} />
            {isCivilDate(choices.date) && <TimeField form={form} />}
            <Switch
              label={s.overbook}
              detail={s.overbookHint}
              checked={choices.overbook}
              onChange={(overbook) => form.choose({ overbook })}
            />
          </div>
        </div>
      </div>
      {overbooking.element}
    </FormDialog>
  )
}

function Incomplete({ sentence }: { sentence: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-ctl bg-danger-soft px-3 py-2.5 text-sm font-semibold text-danger">
      <CircleAlert size={18} className="shrink-0" aria-hidden="true" />
      {sentence}
    </p>
  )
}

type FieldProps = { form: ScheduleForm }

function CoveredByPackages({ form: { choices } }: FieldProps) {
  const services = chosenServices(choices)
  if (!choices.client || services.length === 0) return null
  return (
    <CoveredServices
      clientId={choices.client.client_id}
      services={services.map(({ id, service_name: name }) => ({ id, name }))}
    />
  )
}

function DateField({ form: { choices, choose, errors } }: FieldProps) {
  return (
    <Field label={s.date} required error={errors.date || undefined}>
      <DateInput
        value={choices.date}
        onChange={(event) => choose({ date: event.target.value })}
        min={useToday()}
        max={lastBookableDate(now())}
      />
    </Field>
  )
}

function TimeField({ form: { choices, choose, errors, day } }: FieldProps) {
  const notice = day.closed ? startTimeMessages.closedNotice : day.holiday && deskMessages.holidayNotice(day.holiday)
  if (day.error) return <ErrorPanel message={day.error} onRetry={day.retry} />
  return (
    <Field label={s.time} group required error={errors.time || undefined} hint={notice}>
      <SlotButtons
        times={day.times}
        value={choices.time}
        onChange={(time) => choose({ time })}
        mayOverbook={choices.overbook}
        whyNot={(time) => (day.known ? day.whyNot(time) : uiMessages.loading)}
      />
    </Field>
  )
}

type ClientFieldProps = FieldProps & { inputRef: Ref<HTMLInputElement> }

/** The field for the client: an existing one, or a new one created with the booking. */
function ScheduleClientField({ form, inputRef }: ClientFieldProps) {
  const { newPerson } = form.choices
  if (newPerson) return <NewPersonFields form={form} person={newPerson} />
  return <ClientField form={form} inputRef={inputRef} />
}

function ClientField({ form: { choices, choose, typeClient, chooseClient, errors }, inputRef }: ClientFieldProps) {
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
          // Choosing a suggestion also puts its text into the box. The text of the suggestion "+ New client" must not
          // become the client's name, so it is ignored.
          onChange={(text) => text !== newClientLabel(clientText) && typeClient(text)}
          onPick={({ contact }) => (contact ? chooseClient(contact) : addNew())}
        />
      </Field>
      {client && <NoShowMark clientId={client.client_id} />}
      {client && <AlertLine clientId={client.client_id} />}
      {/* The button is beside the field's label, because suggestions would cover it below the field. */}
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

/** Takes the typed text as a phone number if it contains only digits and phone punctuation, otherwise as a name. */
const newPersonOf = (typed: string): NewPerson =>
  /^[\d\s()+./-]+$/.test(typed) ? { name: '', number: typed.trim() } : { name: typed.trim(), number: '' }

function NewPersonFields({ form, person }: FieldProps & { person: NewPerson }) {
  const { choose, errors, candidates, chooseClient, addAsNew, busy } = form
  const name = useRef<HTMLInputElement>(null)
  const number = useRef<HTMLInputElement>(null)
  const isNamed = useRef(person.name !== '')
  useEffect(() => (isNamed.current ? number : name).current?.focus(), [])
  const change = (typed: Partial<NewPerson>) => choose({ newPerson: { ...person, ...typed } })
  return (
    <div className="space-y-3">
      <Candidates candidates={candidates} onUse={chooseClient} onNew={addAsNew} busy={busy} />
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

/** A suggestion of the client field; `contact` is null for "+ New client". */
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
