import { useState, type FormEvent } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { fieldMessages } from '#shared/lib/field-messages.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { isPhone } from '#shared/lib/phone.ts'
import { clientReads } from '#web/clients/client-form.tsx'
import { useIdempotencyKey } from '#web/data/idempotency-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnError } from '#web/lib/use-focus-on-error.ts'
import { useToday } from '#web/lib/use-now.ts'
import { failedAs, takenText } from './appointment-changes.ts'
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
  /** The services of the visit before that one. */
  earlier: readonly Service[]
  /** Who should do it; null: whoever is free. */
  practitionerId: string | null
  /** Null: any room that is free. */
  roomId: string | null
  date: CivilDate
  time: CivilTime | null
  confirmed: boolean
  /** Taken times can be chosen too: what is taken is named before, and a reason is asked for. */
  overbook: boolean
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
  /** All services of the visit, in their order. */
  services?: readonly Service[] | undefined
  /** Who was pointed at: chosen where they do the service. */
  practitioner?: { id: string; name: string } | undefined
  /** The room that was pointed at. */
  room?: { id: string; name: string } | undefined
  /** What staff should know about these choices before booking. */
  note?: string | undefined
  /** Called with the visit once it is booked. */
  onBooked?: ((appointmentId: string) => void) | undefined
}

const choicesFor = (
  { date, time, client, services = [], practitioner, room }: ScheduleOptions,
  today: CivilDate,
): Choices => ({
  clientText: client?.name ?? '',
  client: client ?? null,
  newPerson: null,
  treatmentId: null,
  serviceText: services.at(-1)?.service_name ?? '',
  service: services.at(-1) ?? null,
  earlier: services.slice(0, -1),
  practitionerId: practitioner?.id ?? null,
  roomId: room?.id ?? null,
  date: date !== undefined && date > today ? date : today,
  time: time ?? null,
  confirmed: true,
  overbook: false,
})

/** All services of the visit that are chosen so far. */
export const chosenServices = ({ earlier, service }: Pick<Choices, 'earlier' | 'service'>): readonly Service[] =>
  service ? [...earlier, service] : earlier

/** What is wrong with a new person, at the fields; undefined when nothing is. */
function wrongWith({ name, number }: NewPerson): Errors | undefined {
  if (name.trim() === '') return { name: clientMessages.nameRequired }
  return number.trim() === '' || isPhone(number) ? undefined : { number: fieldMessages.phone }
}

function missing({ clientText, client, newPerson, serviceText, date, time, ...chosen }: Choices): Errors | undefined {
  const [service] = chosenServices(chosen)
  if (newPerson) {
    const wrong = wrongWith(newPerson)
    if (wrong) return wrong
  } else if (!client && clientText.trim() !== '') return { client: appointmentMessages.invalidCustomer }
  if (!chosen.service && serviceText.trim() !== '') return { service: appointmentMessages.unknownService }
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

type Overbook = { resource_ids: string[]; reason: string }

function bookingOf(client: ClientContact, choices: Choices, overbook: Overbook | undefined) {
  const { practitionerId, roomId, date, time, confirmed } = choices
  const [service, ...further] = chosenServices(choices)
  return {
    user_id: client.user_id,
    contact_number: dialled(client) ?? appointmentMessages.notProvided,
    appointment_date: date,
    appointment_time: time!,
    treatment_id: service!.treatment_id,
    service_id: service!.id,
    ...(further.length > 0 && { further_services: further.map(({ id }) => id) }),
    ...(practitionerId !== null && { practitioner_id: practitionerId }),
    ...(roomId !== null && { room_id: roomId }),
    ...(overbook && { overbook }),
    status: confirmed ? ('confirmed' as const) : ('pending' as const),
  }
}

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

type Asked = { choices: Choices; unlessSimilar: boolean; overbook?: Overbook | undefined }

/** Creates a new client record once, before the booking; asks first on a `holiday`. The idempotency key covers the booking. */
function useSchedule(holiday: string | undefined, onAdded: (client: ClientContact) => void) {
  const key = useIdempotencyKey()
  return useAction(
    async ({ choices, unlessSimilar, overbook }: Asked) => {
      const client = choices.client ?? (await addClient(choices.newPerson!, unlessSimilar))
      if (choices.newPerson) onAdded(client)
      const body = bookingOf(client, choices, overbook)
      return api(appointmentsContract.book, { body }, key.of(body))
    },
    {
      ask: ({ choices }) => askAboutHoliday(choices.date, holiday),
      done: s.scheduled,
      failed: (error) => (isShown(error) ? null : failedAs(appointmentMessages.failedToBook)(error)),
      reread: [...deskReads, ...clientReads],
      onDone: key.forget,
    },
  )
}

/** Existing clients who may be the new person in `of`; no longer shown once that person's fields change. */
type AskedAbout = { of: NewPerson | null; candidates: readonly ClientContact[] }

/** What is chosen so far, and what is said about it. Whatever is changed, what was said is forgotten. */
function useChoices(options: ScheduleOptions) {
  const today = useToday()
  const wanted = options.practitioner?.id ?? null
  const [chosen, setChosen] = useState(() => choicesFor(options, today))
  const [errors, setErrors] = useState<Errors>({})
  const [asked, setAsked] = useState<AskedAbout>({ of: null, candidates: [] })
  const change = (next: (before: Choices) => Choices) => {
    setChosen(next)
    setErrors({})
  }
  const choose = (choice: Partial<Choices>) => change((before) => ({ ...before, ...choice }))
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
        ...(before.service?.service_name !== serviceText && { service: null, practitionerId: wanted }),
      })),
    errors,
    setErrors,
    candidates: asked.of === chosen.newPerson ? asked.candidates : [],
    setAsked,
  }
}

/** Everybody who does the services; undefined until that is known. */
function usePeopleOf([service, ...further]: readonly Service[]) {
  const date = useToday()
  const more = further.length > 0 && { further_services: further.map(({ id }) => id).join() }
  const asked = service ? { querystring: { service_id: service.id, ...more, date } } : null
  const { data, failure } = useRead(availabilityContract.availability, asked, {
    failed: appointmentMessages.conflictCheckFailed,
  })
  return { people: data?.data.practitioners, failure }
}

/** What was found taken of the choices, as the question names it. */
type FoundTaken = { sentences: string[]; overbook: (reason: string) => void }

/** Who does it of those who do the service, and a time at which it can be booked; what cannot be is not chosen. */
function useOffered(typed: Choices) {
  const services = chosenServices(typed)
  const who = usePeopleOf(services)
  // Who was pointed at on the board may not do the service.
  const isTheirs = who.people?.some(({ id }) => id === typed.practitionerId) ?? false
  const practitionerId = isTheirs ? typed.practitionerId : null
  const [service, ...further] = services
  const day = useDayForBooking(
    typed.date,
    service
      ? {
          id: service.id,
          further: further.map(({ id }) => id),
          minutes: services.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0),
          with: practitionerId,
        }
      : null,
  )
  // Where a half hour was pointed at, the visit begins when the clinic's visits do.
  const time =
    day.times.findLast((start) => typed.time !== null && minuteOfDate(start) <= minuteOfDate(typed.time)) ?? null
  const reason = time === null ? undefined : day.whyNot(time)
  const isFree = time !== null && day.known && (!reason || (typed.overbook && reason === deskMessages.booked))
  return { who, day, choices: { ...typed, practitionerId, time: isFree ? time : null } }
}

type ScheduleOutcome = { onDone: () => void; onTaken: (taken: FoundTaken) => void }

/** The state of the form that books for a client; a time that is not free, or no longer, is not chosen. */
export function useScheduleForm(options: ScheduleOptions, { onDone, onTaken }: ScheduleOutcome) {
  const { chosen, setErrors, setAsked, ...form } = useChoices(options)
  const { who, day, choices } = useOffered(chosen)
  const { busy, run } = useSchedule(day.holiday, form.takeClient)
  const send = async (unlessSimilar: boolean, overbook?: Overbook) => {
    if (busy) return
    const wrong = missing(choices)
    if (wrong) return setErrors(wrong)
    const outcome = await run({ choices, unlessSimilar, overbook })
    if (outcome.kind === 'done') {
      options.onBooked?.(outcome.answer.data.appointment_id)
      return onDone()
    }
    if (outcome.kind === 'skipped') return
    const { error } = outcome
    const conflicts = errorDataOf(appointmentsContract.book, 'slot_taken', error)?.conflicts ?? []
    if (choices.overbook && conflicts.length > 0)
      return onTaken({
        sentences: conflicts.map(takenText),
        overbook: (reason) => void send(true, { resource_ids: conflicts.map(({ id }) => id), reason }),
      })
    const candidates = errorDataOf(clientsContract.create, 'possible_duplicate', error)?.candidates ?? []
    setAsked({ of: choices.newPerson, candidates })
    if (error.code === 'slot_taken') form.choose({ time: null })
    setErrors(errorsAtFields(error))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(true)
  }
  const unsaved =
    (!options.services?.length && chosen.serviceText !== '') || (!options.client && chosen.clientText !== '')
  const fields = useFocusOnError(form.errors)
  const asked = { room: options.room, wanted: options.practitioner?.id ?? null }
  return { ...form, ...who, ...asked, choices, addAsNew: () => void send(false), fields, busy, day, unsaved, submit }
}
export type ScheduleForm = ReturnType<typeof useScheduleForm>
