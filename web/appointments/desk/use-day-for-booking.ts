import { useQuery } from '@tanstack/react-query'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { isWithinHours, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import { closuresContract } from '#shared/closures/contract.ts'
import { closureSentences } from '#shared/closures/sentences.ts'
import { isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { query } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'

export type DayForBooking = {
  /** False until everything about the date is known: no time is offered before. */
  known: boolean
  /** Why a time cannot be chosen (`Booked`, `Closed`, `Past`); undefined when it can. */
  whyNot: (time: CivilTime) => string | undefined
  /** Staff closed the date. */
  closed: boolean
  /** The public holiday of the date, when the clinic has not opened it. */
  holiday: string | undefined
  error: string | undefined
  retry: () => void
}

function reason(date: CivilDate, time: CivilTime, taken: readonly CivilTime[], hours: readonly OpeningHours[]) {
  if (!taken.includes(time)) return undefined
  if (hasBegun(date, time, now())) return s.past
  return isWithinHours(date, time, hours) ? s.booked : s.closed
}

/** What staff must know of a date before they put an appointment on it. */
export function useDayForBooking(date: CivilDate): DayForBooking {
  const enabled = isCivilDate(date)
  const rarely = { enabled, staleTime: 600_000 }
  const times = useQuery({ ...query(appointmentsContract.takenTimes, { body: { date } }), enabled })
  const closures = useQuery({ ...query(closuresContract.disabledDates, {}), enabled })
  const year = Math.min(Math.max(Number(date.slice(0, 4)) || 2000, 2000), 2100)
  const holidays = useQuery({ ...query(closuresContract.holidays, { querystring: { year } }), ...rarely })
  const clinic = useQuery({ ...query(clinicContract.read, {}), ...rarely })
  const all = [times, closures, holidays, clinic]
  const failures = [
    [times, appointmentSentences.conflictCheckFailed],
    [closures, closureSentences.failedToFetchDates],
    [holidays, closureSentences.failedToFetchHolidays],
    [clinic, sentenceOf(clinic)],
  ] as const
  const closed = closures.data?.data.some((day) => day.date === date) ?? false
  const taken = times.data?.appointment_times ?? []
  const hours = clinic.data?.data.opening_hours ?? []
  return {
    known: enabled && all.every((each) => each.data !== undefined),
    whyNot: (time) => (closed ? s.closed : reason(date, time, taken, hours)),
    closed,
    holiday: holidays.data?.data.find((day) => day.date === date)?.localName,
    error: failures.find(([each]) => sentenceOf(each) !== undefined)?.[1],
    retry: () => void Promise.all(all.map((each) => each.refetch())),
  }
}
