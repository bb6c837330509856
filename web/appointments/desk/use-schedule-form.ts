import { useState, type FormEvent } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { isPhone } from '#shared/lib/phone.ts'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { clientReads } from '#web/clients/client-form.tsx'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { useToday } from '#web/lib/use-now.ts'
import { failedAs, conflictText, holidayQuestion } from './appointment-changes.ts'
import { useDayForBooking, usePeopleOf } from './start-times.tsx'

/** A new client whose record is created together with the booking. */
export type NewPerson = { name: string; number: string }

type Choices = {
  /** The text of the client field; `client` is the client who was picked from the suggestions. */
  clientText: string
  client: ClientContact | null
  newPerson: NewPerson | null
  treatmentId: string | null
  /** The text of the service field; `service` is the service that was picked from the suggestions. */
  serviceText: string
  service: Service | null
  /** The visit's services that were chosen before `service`, in order. */
  earlier: readonly Service[]
  /** The requested practitioner; null means anyone who is free. */
  practitionerId: string | null
  /** The requested room; null means any free room. */
  roomId: string | null
  date: CivilDate
  time: CivilTime | null
  confirmed: boolean
  /** If true, taken times can be chosen; the conflicts are listed before booking, and a reason is required. */
  overbook: boolean
}
type Field = 'form' | 'client' | 'name' | 'number' | 'treatment' | 'service' | 'date' | 'time'
type Errors = Partial<Record<Field, string | false>>

export type ScheduleOptions = {
  /** The date with which the dialog opens; today by default. */
  date?: CivilDate | undefined
  /** The half hour that was tapped on the calendar or day board; its start time is chosen at first if it is free. */
  time?: CivilTime | undefined
  client?: ClientContact | undefined
  services?: readonly Service[] | undefined
  /** The practitioner who was tapped on the day board, chosen at first if they do the service. */
  practitioner?: { id: string; name: string } | undefined
  room?: { id: string; name: string } | undefined
  /** A note at the top of the dialog, with what staff should know before they book these choices. */
  note?: string | undefined
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

export const chosenServices = ({ earlier, service }: Pick<Choices, 'earlier' | 'service'>): readonly Service[] =>
  service ? [...earlier, service] : earlier

/** The errors in the name and number of a new client, by field; undefined if both are valid. */
function newPersonErrors({ name, number }: NewPerson): Errors | undefined {
  if (name.trim() === '') return { name: clientMessages.nameRequired }
  return number.trim() === '' || isPhone(number) ? undefined : { number: fieldMessages.phone }
}

function errorsIn({ clientText, client, newPerson, serviceText, date, time, ...chosen }: Choices): Errors | undefined {
  const [service] = chosenServices(chosen)
  if (newPerson) {
    const wrong = newPersonErrors(newPerson)
    if (wrong) return wrong
  } else if (!client && clientText.trim() !== '') return { client: appointmentMessages.invalidCustomer }
  if (!chosen.service && serviceText.trim() !== '') return { service: appointmentMessages.unknownService }
  if ((client || newPerson) && service && time) return undefined
  return {
    date: !isCivilDate(date) && startTimeMessages.chooseDate,
    form: s.incomplete,
    client: !client && !newPerson && s.chooseClient,
    treatment: false,
    service: !service && s.chooseService,
    time: isCivilDate(date) && !time && startTimeMessages.chooseTime,
  }
}

/** The client's stored phone number; null if it is missing or an old entry that cannot be dialled. */
const validNumber = ({ contact_number: number }: ClientContact) => (number && isPhone(number) ? number : null)

type Overbook = { resource_ids: string[]; reason: string }

function requestBody(client: ClientContact, choices: Choices, overbook: Overbook | undefined) {
  const { practitionerId, roomId, date, time, confirmed } = choices
  const [service, ...further] = chosenServices(choices)
  return {
    user_id: client.user_id,
    contact_number: validNumber(client) ?? appointmentMessages.notProvided,
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

/** Creates the new client; fails with a 409 if there may be a duplicate, unless `unlessSimilar` is false. */
async function addClient({ name, number }: NewPerson, unlessSimilar: boolean): Promise<ClientContact> {
  const body = { name, contact_number: number, unless_similar: unlessSimilar }
  const { data } = await api(clientsContract.create, { body })
  return { ...data, client_id: data.id }
}

/** Errors about the form's fields, or about possible duplicates, are shown in the form and not in a toast. */
const errorsAtFields = ({ code, errors, message }: ApiError): Errors => ({
  time: code === 'slot_taken' && message,
  name: errors['name']?.join(' ') ?? false,
  number: errors['contact_number']?.join(' ') ?? false,
})
const isShownAtField = (error: ApiError) =>
  error.code === 'possible_duplicate' || Object.values(errorsAtFields(error)).some((sentence) => sentence)

const bookingFailed = failedUnlessDeclined(failedAs(appointmentMessages.failedToBook))

type BookingRequest = { choices: Choices; unlessSimilar: boolean; overbook?: Overbook | undefined }

/**
 * Books the visit; asks first on a `holiday`. A new client's record is created once, before the booking, and a retry of
 * the booking has the same idempotency key.
 */
function useBookVisit(holiday: string | undefined, onAdded: (client: ClientContact) => void) {
  const key = useIdempotencyKey()
  return useAction(
    async ({ choices, unlessSimilar, overbook }: BookingRequest) => {
      const client = choices.client ?? (await addClient(choices.newPerson!, unlessSimilar))
      if (choices.newPerson) onAdded(client)
      const body = requestBody(client, choices, overbook)
      return sendWithReason('booked', (override) => {
        const sent = { ...body, ...(override && { override }) }
        return api(appointmentsContract.book, { body: sent }, key.of(sent))
      })
    },
    {
      ask: ({ choices }) => holidayQuestion(choices.date, holiday),
      done: s.scheduled,
      failed: (error) => (isShownAtField(error) ? null : bookingFailed(error)),
      reread: [...deskReads, ...clientReads],
      onDone: key.forget,
    },
  )
}

/**
 * A question to staff: is the new person in `of` one of the existing clients in `candidates`? It disappears once the
 * fields of the new person change.
 */
type DuplicateQuestion = { of: NewPerson | null; candidates: readonly ClientContact[] }

/** The form's choices and their error messages. Any change clears the messages. */
function useChoices(options: ScheduleOptions) {
  const today = useToday()
  const wanted = options.practitioner?.id ?? null
  const [chosen, setChosen] = useState(() => choicesFor(options, today))
  const [errors, setErrors] = useState<Errors>({})
  const [duplicates, setDuplicates] = useState<DuplicateQuestion>({ of: null, candidates: [] })
  const change = (next: (before: Choices) => Choices) => {
    setChosen(next)
    setErrors({})
  }
  const choose = (choice: Partial<Choices>) => change((before) => ({ ...before, ...choice }))
  return {
    chosen,
    choose,
    chooseClient: (client: ClientContact) => choose({ clientText: client.name, client, newPerson: null }),
    /**
     * Deselects the client when another name is typed. Choosing a client also sets the text, so the same name is
     * ignored.
     */
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
    candidates: duplicates.of === chosen.newPerson ? duplicates.candidates : [],
    setDuplicates,
  }
}

/** The conflicts of the chosen time, as the overbooking dialog lists them. */
type FoundConflicts = { sentences: string[]; overbook: (reason: string) => void }

/** The typed choices, without a practitioner who does not do the service and without a time that cannot be booked. */
function useAvailableChoices(typed: Choices) {
  const services = chosenServices(typed)
  const who = usePeopleOf(services)
  // The practitioner who was tapped on the day board may not do the chosen service.
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
  // The latest start time that is not after the chosen time, because a tapped half hour need not begin at a start time.
  const time =
    day.times.findLast((start) => typed.time !== null && minuteOfDate(start) <= minuteOfDate(typed.time)) ?? null
  const reason = time === null ? undefined : day.whyNot(time)
  const isFree = time !== null && day.known && (!reason || (typed.overbook && reason === startTimeMessages.booked))
  return { who, day, choices: { ...typed, practitionerId, time: isFree ? time : null } }
}

type ScheduleOutcome = { onDone: () => void; onConflicts: (taken: FoundConflicts) => void }

/** The state of the booking form; a time that is not free (any more) is not selected. */
export function useScheduleForm(options: ScheduleOptions, { onDone, onConflicts }: ScheduleOutcome) {
  const { chosen, setErrors, setDuplicates, ...form } = useChoices(options)
  const { who, day, choices } = useAvailableChoices(chosen)
  const { busy, run } = useBookVisit(day.holiday, form.chooseClient)
  const send = async (unlessSimilar: boolean, overbook?: Overbook) => {
    if (busy) return
    const wrong = errorsIn(choices)
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
      return onConflicts({
        sentences: conflicts.map(conflictText),
        overbook: (reason) => void send(true, { resource_ids: conflicts.map(({ id }) => id), reason }),
      })
    const candidates = errorDataOf(clientsContract.create, 'possible_duplicate', error)?.candidates ?? []
    setDuplicates({ of: choices.newPerson, candidates })
    if (error.code === 'slot_taken') form.choose({ time: null })
    setErrors(errorsAtFields(error))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(true)
  }
  const unsaved =
    (!options.services?.length && chosen.serviceText !== '') ||
    (!options.client && (chosen.clientText !== '' || chosen.newPerson !== null))
  const fields = useFocusOnError(form.errors)
  const asked = { room: options.room, wanted: options.practitioner?.id ?? null }
  return { ...form, ...who, ...asked, choices, addAsNew: () => void send(false), fields, busy, day, unsaved, submit }
}
export type ScheduleForm = ReturnType<typeof useScheduleForm>
