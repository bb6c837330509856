import { Field as FieldScope } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { availabilityMessages, appointmentMessages } from '#shared/appointments/messages.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import type { Service } from '#shared/catalogue/records.ts'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { isWithinHours, SLOT_MINUTES, startsEvery, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { formatTime, type CivilTime, isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { now, useToday } from '#web/lib/use-now.ts'

type DayForBooking = {
  /** False until everything about the date is loaded; until then no time is offered. */
  known: boolean
  /** The interval of start times; `times` are the start times of the date. */
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

function whyTaken(time: CivilTime, { date, taken, held, hours, minutes }: DayFacts) {
  if (!taken.includes(time)) return undefined
  if (hasBegun(date, time, now())) return startTimeMessages.past
  if (held.includes(time)) return availabilityMessages.heldForSomeone
  return isWithinHours({ date, time, minutes }, hours) ? startTimeMessages.booked : startTimeMessages.closed
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
 * Loads which times of a date can be booked for the length of the service, or for half an hour if there is no service.
 * The time of the appointment that is being moved (`moving`) counts as free.
 */
export function useDayForBooking(date: CivilDate, service: BookedService | null, moving?: string): DayForBooking {
  const known = isCivilDate(date)
  const asked = <Input,>(input: Input) => (known ? input : null)
  const rarely = { staleMs: 600_000 }
  const year = Math.min(Math.max(Number(date.slice(0, 4)) || 2000, 2000), 2100)
  const times = useRead(appointmentsContract.unavailableTimes, asked({ body: timesOf(date, service, moving) }))
  const closures = useRead(closedDatesContract.disabledDates, asked({}))
  const holidays = useRead(closedDatesContract.holidays, asked({ querystring: { year } }), rarely)
  const clinic = useRead(clinicContract.read, asked({}), rarely)
  const all = [times, closures, holidays, clinic]
  const failures = [
    [times, appointmentMessages.conflictCheckFailed],
    [closures, closedDatesMessages.failedToFetchDates],
    [holidays, closedDatesMessages.failedToFetchHolidays],
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
    whyNot: (time) => (closed ? startTimeMessages.closed : whyTaken(time, facts)),
    closed,
    holiday: holidays.data?.data.find((day) => day.date === date)?.localName,
    error: failures.find(([each]) => each.failure !== undefined)?.[1],
    retry: () => void Promise.all(all.map((each) => each.reload())),
  }
}

type SlotButtonsProps = {
  /** The start times of the date. */
  times: readonly CivilTime[]
  value: CivilTime | null
  onChange: (time: CivilTime) => void
  /** Why a time cannot be chosen; undefined when it can. */
  whyNot?: (time: CivilTime) => string | undefined
  /** The second line of an available time: its practitioner. */
  noteOf?: (time: CivilTime) => string | undefined
  /** If true, taken times can be chosen too. */
  mayOverbook?: boolean
}

/** The start times of a date; taken ones are red and marked. Used in a `Field` with `group`. */
export function SlotButtons({ times, value, onChange, whyNot, noteOf, mayOverbook = false }: SlotButtonsProps) {
  return (
    <RadioGroup<CivilTime | null>
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      className="grid grid-cols-3 gap-2 sm:grid-cols-4"
    >
      {times.map((time) => {
        const reason = whyNot?.(time)
        const note = noteOf?.(time)
        // Start times of today that are past are left out.
        if (reason === startTimeMessages.past) return null
        return (
          // Each button has a separate field scope, because otherwise the surrounding Field would give its label to
          // every button.
          <FieldScope.Root key={time} className="contents">
            <Radio.Root
              value={time}
              disabled={reason !== undefined && !(mayOverbook && reason === startTimeMessages.booked)}
              nativeButton
              render={<button type="button" />}
              className={clsx(
                'tnum flex min-h-13 touch-manipulation flex-col items-center justify-center rounded-ctl border px-1 text-sm font-semibold transition-colors',
                'border-line-strong hover:bg-primary-soft data-checked:border-primary data-checked:bg-primary data-checked:text-on-primary',
                reason === startTimeMessages.booked &&
                  (mayOverbook && time === value
                    ? 'border-danger! bg-danger! text-on-danger!'
                    : 'border-danger! bg-danger-soft! text-danger!'),
                reason && reason !== startTimeMessages.booked && 'border-line! bg-surface-2! text-ink-2!',
              )}
            >
              {formatTime(time)}{' '}
              {reason && (
                <span
                  className="text-xs font-medium"
                  title={reason === availabilityMessages.heldForSomeone ? availabilityMessages.heldHint : undefined}
                >
                  {reason}
                </span>
              )}
              {!reason && note && <span className="text-xs font-medium wrap-anywhere">{note}</span>}
              {time === '00:00:00' && !reason && (
                <span className="text-xs font-medium">{startTimeMessages.midnight}</span>
              )}
            </Radio.Root>
          </FieldScope.Root>
        )
      })}
    </RadioGroup>
  )
}

/** Reads all practitioners who do the services; undefined until loaded. */
export function usePeopleOf([service, ...further]: readonly Service[]) {
  const date = useToday()
  const more = further.length > 0 && { further_services: further.map(({ id }) => id).join() }
  const asked = service ? { querystring: { service_id: service.id, ...more, date } } : null
  const { data, failure } = useRead(availabilityContract.availability, asked, {
    failed: appointmentMessages.conflictCheckFailed,
  })
  return { people: data?.data.practitioners, failure }
}
