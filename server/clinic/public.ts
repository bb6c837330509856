export { rulesOf, spansOfWeek } from './queries.ts'
