export { findBirthDate } from '#server/db/card-facts.ts'
export { clientById as findClient } from './views.ts'
export {
  createClientRecords,
  deleteClients,
  fillContact,
  findClientsLacking,
  findClientsWithKeys,
  findReasonsToKeep,
  removeFilledContact,
  type FilledContact,
  type ListedClient,
} from './client-batches.ts'
