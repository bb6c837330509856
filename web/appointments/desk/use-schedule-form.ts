import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { deskSentences } from '#shared/appointments/desk-sentences.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import type { ClientContact } from '#shared/clients/contract.ts'
import { CallError } from '#shared/lib/call.ts'
import { formatLongDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { query } from '#web/lib/query.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { tellFailure, useRefreshAppointments } from './appointment-changes.ts'
import { useDayForBooking } from './use-day-for-booking.ts'

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
  if (!client && clientText.trim() !== '') return { client: appointmentSentences.invalidCustomer }
  if (client && treatmentId && serviceId && time) return undefined
  return {
    form: s.incomplete,
    client: !client && s.chooseClient,
    treatment: !treatmentId && s.chooseTreatment,
    service: !serviceId && s.chooseService,
    time: !time && deskSentences.chooseTime,
  }
}

/** Sends the booking; answers where a refusal belongs in the form, nothing when it is done. */
function useSchedule(date: CivilDate): (choices: Choices) => Promise<Errors | undefined> {
  const refresh = useRefreshAppointments()
  return async ({ client, treatmentId, serviceId, time }) => {
    const body = {
      user_id: client!.user_id,
      contact_number: client!.contact_number ?? appointmentSentences.notProvided,
      appointment_date: date,
      appointment_time: time!,
      treatment_id: treatmentId!,
      service_id: serviceId!,
    }
    try {
      await api(appointmentsContract.book, { body })
      toast.success({ title: s.scheduled })
      return undefined
    } catch (error) {
      if (error instanceof CallError && error.code === 'slot_taken') return { time: error.message }
      tellFailure(error, appointmentSentences.failedToBook)
      return {}
    } finally {
      await refresh()
    }
  }
}

/** Treatments that can be booked, and the services of the chosen one. */
function useOffered(treatmentId: string | null) {
  const treatments = useQuery({ ...query(bookingCatalogueContract.treatments, {}), staleTime: 60_000 })
  const services = useQuery({
    ...query(bookingCatalogueContract.services, { params: { treatmentId: treatmentId ?? '' } }),
    enabled: treatmentId !== null,
    staleTime: 60_000,
  })
  return { treatments, services }
}

/** The state of the form that puts a client on a date; a time that is not free, or no longer, is not chosen. */
export function useScheduleForm(date: CivilDate, pointedAt: CivilTime | null, onDone: () => void) {
  const confirm = useConfirm()
  const schedule = useSchedule(date)
  const day = useDayForBooking(date)
  const [chosen, setChosen] = useState<Choices>({ ...nothing, time: pointedAt })
  const isFree = chosen.time !== null && day.known && day.whyNot(chosen.time) === undefined
  const choices = { ...chosen, time: isFree ? chosen.time : null }
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
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
    const title = day.holiday && deskSentences.holidayQuestion(formatLongDate(date), day.holiday)
    const asked = { confirmLabel: deskSentences.useHoliday, cancelLabel: deskSentences.no }
    if (title && !(await confirm({ title, ...asked }))) return
    setBusy(true)
    const refused = await schedule(choices)
    setBusy(false)
    if (!refused) return onDone()
    if (refused.time) choose({ time: null })
    setErrors(refused)
  }
  const fields = useFocusOnProblem(errors)
  return { choices, choose, typeClient, errors, fields, busy, day, treatments, services, submit }
}
export type ScheduleForm = ReturnType<typeof useScheduleForm>
