import { closuresContract } from '#shared/closures/contract.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { RunningClinic } from '../fixtures.ts'

/** The first day from `from` days after today on which anybody can book: neither disabled nor a public holiday. */
export async function freeDay(clinic: RunningClinic, from: number): Promise<CivilDate> {
  const visitor = clinic.call(null)
  const today = manilaDate(new Date())
  const year = Number(today.slice(0, 4))
  const years = await Promise.all(
    [year, year + 1].map((of) => visitor(closuresContract.holidays, { querystring: { year: of } })),
  )
  const disabled = await visitor(closuresContract.disabledDates, {})
  const closed = new Set([...years.flatMap(({ data }) => data), ...disabled.data].map(({ date }) => date))
  for (let day = addDays(today, from); ; day = addDays(day, 1)) if (!closed.has(day)) return day
}
