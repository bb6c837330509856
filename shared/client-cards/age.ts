import type { CivilDate } from '#shared/lib/manila-time.ts'

/** The age in whole years on a date; somebody born on February 29 is a year older from March 1 in other years. */
export function ageOn(birthDate: CivilDate, date: CivilDate): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years
}
