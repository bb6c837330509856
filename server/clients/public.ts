export { moveServices } from './queries.ts'
export { clientById as findClient } from './views.ts'
