import type { Holiday } from '#shared/closed-dates/contract.ts'

/** Named in the database beside what it told; a new version of the library has its years read anew. */
export const EMBEDDED_SOURCE = 'date-holidays 3.37.0'

const years = new Map<number, Promise<Holiday[]>>()

/** The library's calendars of the whole world are big: they are loaded when a year is first asked for. */
async function readYear(year: number): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays('PH', { languages: 'en', types: ['public', 'optional'] })
  return (
    calendar
      .getHolidays(year)
      // Clinics open on Easter Sunday: no law makes it a holiday in the Philippines.
      .filter((day) => day.rule !== 'easter')
      .map((day) => ({ date: day.date.slice(0, 10), localName: day.name }))
      .filter((day) => day.date.startsWith(String(year)))
  )
}

/** The Philippine public holidays of a year (regular and special non-working days) without the internet. */
export function embeddedHolidays(year: number): Promise<Holiday[]> {
  const known = years.get(year)
  if (known) return known
  const reading = readYear(year)
  years.set(year, reading)
  reading.catch(() => years.delete(year))
  return reading
}
