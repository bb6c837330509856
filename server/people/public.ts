/** For reports: the ids of the people who are staff. */
export { staffIds } from './views.ts'

/** Who gets the daily summary. */
export { adminIds, idsWithDailySummary } from './views.ts'
export { setDailySummary } from './queries.ts'
