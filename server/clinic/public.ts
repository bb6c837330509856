export { lockBranch, rulesOf, spansOfWeek } from './queries.ts'
