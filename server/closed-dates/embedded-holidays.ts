import type { Holiday } from '#shared/closed-dates/contract.ts'

/**
 * The source that is stored with the holidays of a year. An update of the library changes this text, so that the stored
 * years are then read again.
 */
export const EMBEDDED_SOURCE = 'date-holidays 3.37.0'

const years = new Map<number, Promise<Holiday[]>>()

/** The library contains the calendars of the whole world, so it is imported only when first needed. */
async function readYear(year: number): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays('PH', { languages: 'en', types: ['public', 'optional'] })
  return (
    calendar
      .getHolidays(year)
      // Removes Easter Sunday, which is no public holiday in the Philippines: clinics are open.
      .filter((day) => day.rule !== 'easter')
      .map((day) => ({ date: day.date.slice(0, 10), localName: day.name }))
      .filter((day) => day.date.startsWith(String(year)))
  )
}

/** Computes the Philippine public holidays of a year (regular and special non-working days) without the internet. */
export function embeddedHolidays(year: number): Promise<Holiday[]> {
  const known = years.get(year)
  if (known) return known
  const reading = readYear(year)
  years.set(year, reading)
  reading.catch(() => years.delete(year))
  return reading
}
