import { useState, type FormEvent } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { fieldMessages } from '#shared/lib/field-messages.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { isPhone } from '#shared/lib/phone.ts'
import { clientReads } from '#web/clients/client-form.tsx'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnError } from '#web/lib/use-focus-on-error.ts'
import { useToday } from '#web/lib/use-now.ts'
import { failedAs } from './appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { askAboutHoliday, useDayForBooking } from './use-day-for-booking.ts'

/** Somebody who is put on file with the booking. */
export type NewPerson = { name: string; number: string }

type Choices = {
  /** What stands in the client's field; `client` is whom it names. */
  clientText: string
  client: ClientContact | null
  /** Instead of a client on file. */
  newPerson: NewPerson | null
  treatmentId: string | null
  /** What stands in the service's field; `service` is what it names. */
  serviceText: string
  service: Service | null
  /** Who should do it; null: whoever is free. */
  practitionerId: string | null
  date: CivilDate
  time: CivilTime | null
  confirmed: boolean
}
type Field = 'form' | 'client' | 'name' | 'number' | 'treatment' | 'service' | 'date' | 'time'
type Errors = Partial<Record<Field, string | false>>

/** What the dialog is opened for. */
export type ScheduleOptions = {
  /** Today unless told. */
  date?: CivilDate | undefined
  /** The half hour that was pointed at: chosen already, when it is free. */
  time?: CivilTime | undefined
  client?: ClientContact | undefined
  service?: Service | undefined
}

const choicesFor = ({ date, time, client, service }: ScheduleOptions, today: CivilDate): Choices => ({
  clientText: client?.name ?? '',
  client: client ?? null,
  newPerson: null,
  treatmentId: null,
  serviceText: service?.service_name ?? '',
  service: service ?? null,
  practitionerId: null,
  date: date !== undefined && date > today ? date : today,
  time: time ?? null,
  confirmed: true,
})

/** What is wrong with a new person, at the fields; undefined when nothing is. */
function wrongWith({ name, number }: NewPerson): Errors | undefined {
  if (name.trim() === '') return { name: clientMessages.nameRequired }
  return number.trim() === '' || isPhone(number) ? undefined : { number: fieldMessages.phone }
}

function missing({ clientText, client, newPerson, service, serviceText, date, time }: Choices): Errors | undefined {
  if (newPerson) {
    const wrong = wrongWith(newPerson)
    if (wrong) return wrong
  } else if (!client && clientText.trim() !== '') return { client: appointmentMessages.invalidCustomer }
  if (!service && serviceText.trim() !== '') return { service: appointmentMessages.unknownService }
  if ((client || newPerson) && service && time) return undefined
  return {
    date: !isCivilDate(date) && deskMessages.chooseDate,
    form: s.incomplete,
    client: !client && !newPerson && s.chooseClient,
    treatment: false,
    service: !service && s.chooseService,
    time: isCivilDate(date) && !time && deskMessages.chooseTime,
  }
}

/** The number of the record, unless it is one of earlier times that nobody can dial. */
const dialled = ({ contact_number: number }: ClientContact) => (number && isPhone(number) ? number : null)

const bookingOf = (client: ClientContact, { service, practitionerId, date, time, confirmed }: Choices) => ({
  user_id: client.user_id,
  contact_number: dialled(client) ?? appointmentMessages.notProvided,
  appointment_date: date,
  appointment_time: time!,
  treatment_id: service!.treatment_id,
  service_id: service!.id,
  ...(practitionerId !== null && { practitioner_id: practitionerId }),
  status: confirmed ? ('confirmed' as const) : ('pending' as const),
})

/** Puts the new person on file; 409 when it may be somebody who is, unless that was asked. */
async function addClient({ name, number }: NewPerson, unlessSimilar: boolean): Promise<ClientContact> {
  const body = { name, contact_number: number, unless_similar: unlessSimilar }
  const { data } = await api(clientsContract.create, { body })
  return { ...data, client_id: data.id }
}

/** An error that belongs to fields of this form or to its question is shown there, and not told besides. */
const errorsAtFields = ({ code, errors, message }: ApiError): Errors => ({
  time: code === 'slot_taken' && message,
  name: errors['name']?.join(' ') ?? false,
  number: errors['contact_number']?.join(' ') ?? false,
})
const isShown = (error: ApiError) =>
  error.code === 'possible_duplicate' || Object.values(errorsAtFields(error)).some((sentence) => sentence)

type Asked = { choices: Choices; unlessSimilar: boolean }

/** Puts a new person on file first; a date that is a `holiday` asks before that. */
const useSchedule = (holiday: string | undefined, onAdded: (client: ClientContact) => void) =>
  useAction(
    async ({ choices, unlessSimilar }: Asked) => {
      const client = choices.client ?? (await addClient(choices.newPerson!, unlessSimilar))
      // Whatever becomes of the booking, they are on file now, and not put there again.
      if (choices.newPerson) onAdded(client)
      return api(appointmentsContract.book, { body: bookingOf(client, choices) })
    },
    {
      ask: ({ choices }) => askAboutHoliday(choices.date, holiday),
      done: s.scheduled,
      failed: (error) => (isShown(error) ? null : failedAs(appointmentMessages.failedToBook)(error)),
      reread: [...deskReads, ...clientReads],
    },
  )

/** What is chosen so far, and what is said about it. Whatever is changed, what was said is forgotten. */
function useChoices(options: ScheduleOptions) {
  const today = useToday()
  const [chosen, setChosen] = useState(() => choicesFor(options, today))
  const [errors, setErrors] = useState<Errors>({})
  const [candidates, setCandidates] = useState<readonly ClientContact[]>([])
  const change = (next: (before: Choices) => Choices) => {
    setChosen(next)
    setErrors({})
  }
  const choose = (choice: Partial<Choices>) => {
    change((before) => ({ ...before, ...choice }))
    if ('newPerson' in choice) setCandidates([])
  }
  return {
    chosen,
    choose,
    takeClient: (client: ClientContact) => choose({ clientText: client.name, client, newPerson: null }),
    /** Somebody else, unless it is the very name that was picked: a pick puts it into the box too. */
    typeClient: (clientText: string) =>
      change((before) => ({
        ...before,
        clientText,
        client: before.client?.name === clientText ? before.client : null,
      })),
    typeService: (serviceText: string) =>
      change((before) => ({
        ...before,
        serviceText,
        ...(before.service?.service_name !== serviceText && { service: null, practitionerId: null }),
      })),
    errors,
    setErrors,
    candidates,
    setCandidates,
  }
}

/** The state of the form that books for a client; a time that is not free, or no longer, is not chosen. */
export function useScheduleForm(options: ScheduleOptions, onDone: () => void) {
  const { chosen, setErrors, setCandidates, ...form } = useChoices(options)
  const day = useDayForBooking(
    chosen.date,
    chosen.service && { id: chosen.service.id, minutes: chosen.service.duration_minutes, with: chosen.practitionerId },
  )
  const isFree = chosen.time !== null && day.known && day.whyNot(chosen.time) === undefined
  const choices = { ...chosen, time: isFree ? chosen.time : null }
  const { busy, run } = useSchedule(day.holiday, form.takeClient)
  const send = async (unlessSimilar: boolean) => {
    if (busy) return
    const wrong = missing(choices)
    if (wrong) return setErrors(wrong)
    const outcome = await run({ choices, unlessSimilar })
    if (outcome.kind === 'done') return onDone()
    if (outcome.kind === 'skipped') return
    setCandidates(errorDataOf(clientsContract.create, 'possible_duplicate', outcome.error)?.candidates ?? [])
    if (outcome.error.code === 'slot_taken') form.choose({ time: null })
    setErrors(errorsAtFields(outcome.error))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(true)
  }
  const unsaved = (!options.service && chosen.serviceText !== '') || (!options.client && chosen.clientText !== '')
  const fields = useFocusOnError(form.errors)
  return { ...form, choices, addAsNew: () => void send(false), fields, busy, day, unsaved, submit }
}
export type ScheduleForm = ReturnType<typeof useScheduleForm>
