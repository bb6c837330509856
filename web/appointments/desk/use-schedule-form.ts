import { useState, type FormEvent } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import type { ClientContact } from '#shared/clients/contract.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { isPhone } from '#shared/lib/phone.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { useFocusOnError } from '#web/lib/use-focus-on-error.ts'
import { deskReads, failedAs } from './appointment-changes.ts'
import { askAboutHoliday, useDayForBooking } from './use-day-for-booking.ts'

type Choices = {
  /** What stands in the client's field; `client` is whom it names. */
  clientText: string
  client: ClientContact | null
  treatmentId: string | null
  serviceId: string | null
  time: CivilTime | null
}
type Errors = Partial<Record<'form' | 'client' | 'treatment' | 'service' | 'time', string | false>>

const nothing: Choices = { clientText: '', client: null, treatmentId: null, serviceId: null, time: null }

function missing({ clientText, client, treatmentId, serviceId, time }: Choices): Errors | undefined {
  if (!client && clientText.trim() !== '') return { client: appointmentMessages.invalidCustomer }
  if (client && treatmentId && serviceId && time) return undefined
  return {
    form: s.incomplete,
    client: !client && s.chooseClient,
    treatment: !treatmentId && s.chooseTreatment,
    service: !serviceId && s.chooseService,
    time: !time && deskMessages.chooseTime,
  }
}

/** Books for a client; a date that is a `holiday` asks first. */
const useSchedule = (date: CivilDate, holiday: string | undefined) =>
  useAction(appointmentsContract.book, {
    ask: () => askAboutHoliday(date, holiday),
    done: s.scheduled,
    failed: (error) => (error.code === 'slot_taken' ? null : failedAs(appointmentMessages.failedToBook)(error)),
    reread: deskReads,
  })

/** The number of the record, unless it is one of earlier times that nobody can dial. */
const dialled = ({ contact_number: number }: ClientContact) => (number && isPhone(number) ? number : null)

const bookingOf = (date: CivilDate, { client, treatmentId, serviceId, time }: Choices) => ({
  user_id: client!.user_id,
  contact_number: dialled(client!) ?? appointmentMessages.notProvided,
  appointment_date: date,
  appointment_time: time!,
  treatment_id: treatmentId!,
  service_id: serviceId!,
})

/** Treatments that can be booked, and the services of the chosen one. */
function useOffered(treatmentId: string | null) {
  const treatments = useRead(
    bookingCatalogueContract.treatments,
    {},
    { staleMs: 60_000, failed: s.failedToLoadTreatments },
  )
  const services = useRead(
    bookingCatalogueContract.services,
    treatmentId === null ? null : { params: { treatmentId } },
    { staleMs: 60_000, failed: s.failedToLoadServices },
  )
  return { treatments, services }
}

/** The state of the form that puts a client on a date; a time that is not free, or no longer, is not chosen. */
export function useScheduleForm(date: CivilDate, pointedAt: CivilTime | null, onDone: () => void) {
  const day = useDayForBooking(date)
  const { busy, run } = useSchedule(date, day.holiday)
  const [chosen, setChosen] = useState<Choices>({ ...nothing, time: pointedAt })
  const isFree = chosen.time !== null && day.known && day.whyNot(chosen.time) === undefined
  const choices = { ...chosen, time: isFree ? chosen.time : null }
  const [errors, setErrors] = useState<Errors>({})
  const { treatments, services } = useOffered(choices.treatmentId)
  const choose = (change: Partial<Choices>) => {
    setChosen((before) => ({ ...before, ...change }))
    setErrors({})
  }
  /** Typing means somebody else, unless it is the very name that was picked. */
  const typeClient = (clientText: string) => {
    setChosen((before) => ({
      ...before,
      clientText,
      client: before.client?.name === clientText ? before.client : null,
    }))
    setErrors({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = missing(choices)
    if (wrong) return setErrors(wrong)
    const outcome = await run({ body: bookingOf(date, choices) })
    if (outcome.kind === 'done') return onDone()
    if (outcome.kind === 'skipped' || outcome.error.code !== 'slot_taken') return
    choose({ time: null })
    setErrors({ time: outcome.error.message })
  }
  const fields = useFocusOnError(errors)
  return { choices, choose, typeClient, errors, fields, busy, day, treatments, services, submit }
}
export type ScheduleForm = ReturnType<typeof useScheduleForm>
