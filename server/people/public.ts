/** For reports: the ids of the people who are staff. */
export { staffIds } from './views.ts'
