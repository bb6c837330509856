import type { CivilDate } from '#shared/lib/manila-time.ts'

/** The age from which people sign forms themselves. For younger people a parent or guardian signs. */
const ADULT_YEARS = 18

/** True from the eighteenth birthday on. Somebody born on February 29 is of age on March 1 in other years. */
export function isAdultOn(birthDate: CivilDate, date: CivilDate): boolean {
  const birthday = `${String(Number(birthDate.slice(0, 4)) + ADULT_YEARS).padStart(4, '0')}${birthDate.slice(4)}`
  return date >= birthday
}
