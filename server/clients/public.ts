export { findBirthDate } from '#server/db/card-facts.ts'
export { clientById as findClient } from './views.ts'
