import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { pageDates, turnPage, type CalendarView } from '#shared/appointments/calendar.ts'
import { appointmentsContract, type CalendarAppointment } from '#shared/appointments/contract.ts'
import { closedDatesContract, type DisabledDate } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { query } from '#web/lib/query.ts'
import { useStableCallbacks } from '#web/lib/use-stable.ts'

const { calendar } = appointmentsContract

/** What the calendar shows about one date. */
export type CalendarDay = {
  date: CivilDate
  /** The date's appointments by time, without cancelled ones. */
  appointments: readonly CalendarAppointment[]
  /** Appointments that this person has just cancelled. */
  justCancelled: readonly CalendarAppointment[]
  disabled: DisabledDate | undefined
  /** The name of the public holiday, unless the clinic has opened it. */
  holiday: string | undefined
}

export type CalendarData = {
  dates: readonly CivilDate[]
  day: (date: CivilDate) => CalendarDay
  isLoading: boolean
  /** The error message if the appointments could not be loaded. */
  error: string | undefined
  /** The error message if the public holidays could not be loaded; holidays that were loaded before are still shown. */
  holidayError: string | undefined
  /** Reloads the data that could not be loaded. */
  retry: () => void
}

type ByDate = Map<CivilDate, CalendarAppointment[]>
type Range = { byDate: ByDate; cancelled: ByDate; disabled: Map<CivilDate, DisabledDate> }

function groupByDate(appointments: readonly CalendarAppointment[]): ByDate {
  const byDate: ByDate = new Map()
  for (const row of appointments) {
    const day = byDate.get(row.appointment_date)
    if (day) day.push(row)
    else byDate.set(row.appointment_date, [row])
  }
  return byDate
}

const rangeFrom = ({ appointments, just_cancelled, disabled_dates }: Output<typeof calendar>): Range => ({
  byDate: groupByDate(appointments),
  cancelled: groupByDate(just_cancelled),
  disabled: new Map(disabled_dates.map((day) => [day.date, day])),
})

function rangeOf(view: CalendarView, date: CivilDate) {
  const dates = pageDates(view, date)
  return query(calendar, { querystring: { from: dates[0]!, to: dates.at(-1)! } })
}

/**
 * Prefetches the previous and next page of the calendar once this one was visible for 0.4 s, so that they open
 * instantly.
 */
function usePrefetchNeighbours(view: CalendarView, date: CivilDate, isReady: boolean): void {
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

const useHolidaysOfYear = (of: CivilDate) =>
  useRead(closedDatesContract.holidays, { querystring: { year: Number(of.slice(0, 4)) } }, { staleMs: 60_000 })

/** The names of public holidays by date, in the one or two years of a calendar page. */
function useHolidays(from: CivilDate, to: CivilDate) {
  const years = [useHolidaysOfYear(from), useHolidaysOfYear(to)]
  const [first, second] = years.map(({ data }) => data?.data)
  return {
    names: useMemo(
      () => new Map([...(first ?? []), ...(second ?? [])].map((day) => [day.date, day.localName])),
      [first, second],
    ),
    error: years.some((each) => each.failure) ? closedDatesMessages.failedToFetchHolidays : undefined,
    retry: () => {
      // If all dates of the page are in one year, both entries of `years` stand for the same request, so only one is
      // reloaded.
      for (const each of from.slice(0, 4) === to.slice(0, 4) ? years.slice(0, 1) : years)
        if (each.error) void each.reload()
    },
  }
}

/** The days of a calendar page with all their data; nothing is loaded while `enabled` is false. */
export function useCalendar(view: CalendarView, date: CivilDate, enabled = true): CalendarData {
  const dates = useMemo(() => pageDates(view, date), [view, date])
  const [from, to] = [dates[0]!, dates.at(-1)!]
  const range = useRead(calendar, enabled ? { querystring: { from, to } } : null, { live: true })
  const days = useMemo(() => range.data && rangeFrom(range.data), [range.data])
  usePrefetchNeighbours(view, date, range.data !== undefined)
  const holidays = useHolidays(from, to)
  const { isLoading, failure } = range
  const { names, error: holidayError } = holidays
  const { retry } = useStableCallbacks({
    retry: () => {
      if (range.error) void range.reload()
      holidays.retry()
    },
  })
  const error = failure?.message
  // The data is memoized, so that the grids render only when it changes.
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
