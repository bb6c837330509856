import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { pageDates, turnPage, type CalendarView } from '#shared/appointments/calendar.ts'
import { appointmentsContract, type CalendarAppointment } from '#shared/appointments/contract.ts'
import { closedDatesContract, type DisabledDate } from '#shared/closed-dates/contract.ts'
import { closureMessages } from '#shared/closed-dates/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { query } from '#web/lib/query.ts'
import { useSteady } from '#web/lib/use-steady.ts'

const { calendar } = appointmentsContract

/** What the calendar knows of a date. */
export type CalendarDay = {
  date: CivilDate
  /** By time; cancelled ones are left out. */
  appointments: readonly CalendarAppointment[]
  /** Cancelled by this person a moment ago. */
  justCancelled: readonly CalendarAppointment[]
  disabled: DisabledDate | undefined
  /** The public holiday's name, when the clinic has not opened it. */
  holiday: string | undefined
}

export type CalendarData = {
  dates: readonly CivilDate[]
  day: (date: CivilDate) => CalendarDay
  isLoading: boolean
  /** Why the appointments could not be read. */
  error: string | undefined
  /** The public holidays could not be read; what was read of them before stays. */
  holidayError: string | undefined
  /** Reads again what could not be read. */
  retry: () => void
}

type ByDate = Map<CivilDate, CalendarAppointment[]>
type Range = { byDate: ByDate; cancelled: ByDate; disabled: Map<CivilDate, DisabledDate> }

function grouped(appointments: readonly CalendarAppointment[]): ByDate {
  const byDate: ByDate = new Map()
  for (const row of appointments) {
    const day = byDate.get(row.appointment_date)
    if (day) day.push(row)
    else byDate.set(row.appointment_date, [row])
  }
  return byDate
}

const byDay = ({ appointments, just_cancelled, disabled_dates }: Output<typeof calendar>): Range => ({
  byDate: grouped(appointments),
  cancelled: grouped(just_cancelled),
  disabled: new Map(disabled_dates.map((day) => [day.date, day])),
})

function rangeOf(view: CalendarView, date: CivilDate) {
  const dates = pageDates(view, date)
  return query(calendar, { querystring: { from: dates[0]!, to: dates.at(-1)! } })
}

/** Reads the pages before and after once this one is there and has been looked at for a moment: to turn is to see at once. */
function useNeighbours(view: CalendarView, date: CivilDate, isReady: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => {
      for (const by of [1, -1] as const)
        void queries.prefetchQuery({ ...rangeOf(view, turnPage(view, date, by)), staleTime: 60_000 })
    }, 400)
    return () => clearTimeout(timer)
  }, [queries, view, date, isReady])
}

const useYear = (of: CivilDate) =>
  useRead(closedDatesContract.holidays, { querystring: { year: Number(of.slice(0, 4)) } }, { staleMs: 60_000 })

/** The names of the public holidays by date, in the one or two years of a calendar page. */
function useHolidays(from: CivilDate, to: CivilDate) {
  const years = [useYear(from), useYear(to)]
  const [first, second] = years.map(({ data }) => data?.data)
  return {
    names: useMemo(
      () => new Map([...(first ?? []), ...(second ?? [])].map((day) => [day.date, day.localName])),
      [first, second],
    ),
    error: years.some((each) => each.failure) ? closureMessages.failedToFetchHolidays : undefined,
    retry: () => {
      // Both may be the same year: it is asked for once.
      for (const each of from.slice(0, 4) === to.slice(0, 4) ? years.slice(0, 1) : years)
        if (each.error) void each.reload()
    },
  }
}

/** The days of a calendar page with everything that stands on them; nothing is read while `enabled` is false. */
export function useCalendar(view: CalendarView, date: CivilDate, enabled = true): CalendarData {
  const dates = useMemo(() => pageDates(view, date), [view, date])
  const [from, to] = [dates[0]!, dates.at(-1)!]
  const range = useRead(calendar, enabled ? { querystring: { from, to } } : null, { live: true })
  const days = useMemo(() => range.data && byDay(range.data), [range.data])
  useNeighbours(view, date, range.data !== undefined)
  const holidays = useHolidays(from, to)
  const { isLoading, failure } = range
  const { names, error: holidayError } = holidays
  const { retry } = useSteady({
    retry: () => {
      if (range.error) void range.reload()
      holidays.retry()
    },
  })
  const error = failure?.message
  // The same as long as nothing of it has changed: the grids are drawn anew only then.
  return useMemo(() => {
    const day = (each: CivilDate): CalendarDay => ({
      date: each,
      appointments: days?.byDate.get(each) ?? [],
      justCancelled: days?.cancelled.get(each) ?? [],
      disabled: days?.disabled.get(each),
      holiday: names.get(each),
    })
    return { dates, day, isLoading, error, holidayError, retry }
  }, [dates, days, names, isLoading, error, holidayError, retry])
}
