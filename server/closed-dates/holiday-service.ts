import { z } from 'zod'
import type { Holiday } from '#shared/closed-dates/contract.ts'
import { civilDate } from '#shared/lib/fields.ts'

const TIME_LIMIT_MS = 3_000

const answer = z.array(z.object({ date: civilDate, localName: z.string().trim().min(1).max(200) })).max(400)

/**
 * Requests a year from a Nager.Date-compatible service (`{url}/api/v3/PublicHolidays/{year}/PH`). Throws when it does
 * not answer within three seconds, sends something else or no holiday, or redirects to another host.
 */
export async function fetchHolidays(serviceUrl: string, year: number): Promise<Holiday[]> {
  const address = `${serviceUrl.replace(/\/+$/, '')}/api/v3/PublicHolidays/${year}/PH`
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`The holiday service answered ${response.status}.`)
  const days = answer.parse(await response.json()).filter((day) => day.date.startsWith(`${year}-`))
  if (days.length === 0) throw new Error('The holiday service knows no holiday of that year.')
  return days
}
