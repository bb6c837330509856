import type { CivilDate } from '#shared/lib/manila-time.ts'

/** When each test file begins, for the server and for the browser: a Tuesday morning in Manila, with no holiday near. */
export const OPENED_AT = new Date('2027-07-13T10:00:00+08:00')
/** The date of `OPENED_AT`. A file that runs for less than 14 hours ends on the same one. */
export const TODAY: CivilDate = '2027-07-13'
