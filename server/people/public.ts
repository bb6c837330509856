/** For reports: the ids of the people who are staff. */
export { staffIds } from './views.ts'

/** The ids of all admins, and of those who want the daily summary by e-mail. */
export { adminIds, idsWithDailySummary } from './views.ts'
export { setDailySummary } from './queries.ts'
