export { closedBetween, type ClosedRow } from './queries.ts'
export { closedDatesOf } from './closed-dates.ts'
