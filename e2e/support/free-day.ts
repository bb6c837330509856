import { appointmentsContract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import type { RunningClinic } from '../fixtures.ts'
import { TODAY } from './clock.ts'

/** Returns the first day, at least `from` days after today, that is neither disabled nor a public holiday. */
async function openDay(clinic: RunningClinic, from: number): Promise<CivilDate> {
  const visitor = clinic.call(null)
  const year = Number(TODAY.slice(0, 4))
  const years = await Promise.all(
    [year, year + 1].map((of) => visitor(closedDatesContract.holidays, { querystring: { year: of } })),
  )
  const disabled = await visitor(closedDatesContract.disabledDates, {})
  const closed = new Set([...years.flatMap(({ data }) => data), ...disabled.data].map(({ date }) => date))
  for (let day = addDays(TODAY, from); ; day = addDays(day, 1)) if (!closed.has(day)) return day
}

/** The days already given to tests, by clinic, so that no day is given twice. */
const given = new WeakMap<RunningClinic, Set<CivilDate>>()

/** Returns an open day that no other test gets, because tests that share a day could book each other's times. */
export async function freeDay(clinic: RunningClinic, from: number): Promise<CivilDate> {
  const days = given.get(clinic) ?? new Set()
  given.set(clinic, days)
  for (let after = from; ; after++) {
    const day = await openDay(clinic, after)
    if (days.has(day)) continue
    days.add(day)
    return day
  }
}

/** Returns today if three times are free on it, else the next day with three. `time` must also be free if given. */
export async function nextVisitDay(clinic: RunningClinic, time?: CivilTime): Promise<CivilDate> {
  for (let from = 0; ; from++) {
    const date = await openDay(clinic, from)
    const { appointment_times: taken } = await clinic.call(null)(appointmentsContract.unavailableTimes, {
      body: { date },
    })
    const free = SLOT_TIMES.filter((each) => !taken.includes(each))
    if (free.length >= 3 && (time === undefined || free.includes(time))) return date
  }
}
