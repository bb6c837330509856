export { closedBetween, type ClosedRow } from './queries.ts'
export { closedDatesOf } from './closures.ts'
