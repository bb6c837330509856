/** The result of the last check of the books. */
export { readLastCheck } from './check-books.ts'
/** The conditions and columns with which reports define visits, new clients and sales. */
export { inRange as isInRange } from './report-views.ts'
export { newClients, onDates, outcomes } from './visits/outcome-views.ts'
/** When the clinic is open on each date. */
export { readOpening } from './visits/open-hours-views.ts'
