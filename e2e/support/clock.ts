import type { CivilDate } from '#shared/lib/manila-time.ts'

/**
 * The time at which each test file starts, on the server and in the browser: a Tuesday morning in Manila, with no
 * holiday near.
 */
export const OPENED_AT = new Date('2027-07-13T10:00:00+08:00')
/** The date of `OPENED_AT`. It stays the same date if the file takes less than 14 hours. */
export const TODAY: CivilDate = '2027-07-13'
