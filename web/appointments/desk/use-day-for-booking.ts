import { appointmentsContract } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { availabilityMessages } from '#shared/appointments/availability-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { isWithinHours, SLOT_MINUTES, startsEvery, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closureMessages } from '#shared/closed-dates/messages.ts'
import { formatLongDate, isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { now } from '#web/lib/use-now.ts'
import type { ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'

type DayForBooking = {
  /** False until everything about the date is loaded; no time is offered before. */
  known: boolean
  /** The interval of start times, and the start times of the date. */
  interval: StartInterval
  times: readonly CivilTime[]
  /** Why a time cannot be chosen (booked, reserved, closed or past); undefined when it can. */
  whyNot: (time: CivilTime) => string | undefined
  /** True when staff closed the date. */
  closed: boolean
  /** The public holiday on the date, unless the clinic has opened it. */
  holiday: string | undefined
  error: string | undefined
  retry: () => void
}

type DayFacts = {
  date: CivilDate
  taken: readonly CivilTime[]
  held: readonly CivilTime[]
  hours: readonly OpeningHours[]
  minutes: number
}

function reason(time: CivilTime, { date, taken, held, hours, minutes }: DayFacts) {
  if (!taken.includes(time)) return undefined
  if (hasBegun(date, time, now())) return s.past
  if (held.includes(time)) return availabilityMessages.heldForSomeone
  return isWithinHours({ date, time, minutes }, hours) ? s.booked : s.closed
}

/** The question before staff use a public holiday. */
export const askAboutHoliday = (date: CivilDate, holiday: string | undefined): ConfirmQuestion | null =>
  holiday === undefined
    ? null
    : {
        title: s.holidayQuestion(formatLongDate(date), holiday),
        confirmLabel: s.useHoliday,
        cancelLabel: s.no,
        harmless: true,
      }

/** The visit's services, length and requested practitioner. */
type BookedService = { id: string; further?: readonly string[]; minutes: number; with?: string | null }

const timesOf = (date: CivilDate, service: BookedService | null, moving: string | undefined) => ({
  date,
  ...(moving && { appointment_id: moving }),
  ...(service && { service_id: service.id }),
  ...(service?.further?.length && { further_services: [...service.further] }),
  ...(service?.with && { practitioner_id: service.with }),
})

/**
 * Loads what decides about the times of a date; without a service, for half an hour. The slots of the appointment
 * `moving` count as free.
 */
export function useDayForBooking(date: CivilDate, service: BookedService | null, moving?: string): DayForBooking {
  const known = isCivilDate(date)
  const asked = <In>(input: In) => (known ? input : null)
  const rarely = { staleMs: 600_000 }
  const year = Math.min(Math.max(Number(date.slice(0, 4)) || 2000, 2000), 2100)
  const times = useRead(appointmentsContract.unavailableTimes, asked({ body: timesOf(date, service, moving) }))
  const closures = useRead(closedDatesContract.disabledDates, asked({}))
  const holidays = useRead(closedDatesContract.holidays, asked({ querystring: { year } }), rarely)
  const clinic = useRead(clinicContract.read, asked({}), rarely)
  const all = [times, closures, holidays, clinic]
  const failures = [
    [times, appointmentMessages.conflictCheckFailed],
    [closures, closureMessages.failedToFetchDates],
    [holidays, closureMessages.failedToFetchHolidays],
    [clinic, clinic.failure?.message],
  ] as const
  const closed = closures.data?.data.some((day) => day.date === date) ?? false
  const facts = {
    date,
    taken: times.data?.appointment_times ?? [],
    held: times.data?.held_times ?? [],
    hours: clinic.data?.data.opening_hours ?? [],
    minutes: service?.minutes ?? SLOT_MINUTES,
  }
  const interval = clinic.data?.data.start_interval_minutes ?? SLOT_MINUTES
  return {
    interval,
    times: startsEvery(interval).map(({ time }) => time),
    known: known && all.every((each) => each.data !== undefined),
    whyNot: (time) => (closed ? s.closed : reason(time, facts)),
    closed,
    holiday: holidays.data?.data.find((day) => day.date === date)?.localName,
    error: failures.find(([each]) => each.failure !== undefined)?.[1],
    retry: () => void Promise.all(all.map((each) => each.reload())),
  }
}
