import type { ReadTx, Tx } from '#server/db/pool.ts'
import { normalisePhone } from '#shared/lib/phone.ts'
import * as queries from './queries.ts'
import { markSecond } from './rows.ts'
import * as views from './views.ts'

/** A person with the account's values. A person without an account has the role of a client and no log-in. */
export type Person = NonNullable<Awaited<ReturnType<typeof views.personById>>>
export type ClientOf = NonNullable<Awaited<ReturnType<typeof views.clientOf>>>

export const findPerson = views.personById
export const findPersonByEmail = views.personByEmail
export const findPersonByLogIn = views.personByLogIn
export const findPeopleByLogIn = views.peopleByLogIn
export const lockEmail = queries.lockEmail
export const findExportedProfile = views.exportedProfile
export const findOwnerOfPhoto = views.personOfPhoto
export const findClientId = views.clientIdOf
/** The id of the practitioner who logs in with an account; null for other accounts. */
export const findPractitioner = views.practitionerOf
export const findClientOf = views.clientOf
/** SQL for the id of a person's account, or null if the person has no log-in. */
export const accountOf = views.accountOf
export const findNote = views.noteOf
/** Returns the id of the person of a client record, closed or not. */
export const findPersonOfClient = views.personIdOf
/** SQL condition that is true for a client, for lists of other features that join the view `users`. */
export const isClient = views.isClient
export const countPeople = views.countPeople
export const pageOfPeople = views.pageOfPeople
export const countByRole = views.countByRole

/** True once the clinic has an admin who can log in. */
export const hasAdmin = async (tx: ReadTx): Promise<boolean> => (await views.anyAdmin(tx)) !== undefined

/** The number of clients that are not closed. */
export const countClients = (tx: ReadTx, search = ''): Promise<number> =>
  search === ''
    ? views.countByRole(tx, false).then(({ client }) => client)
    : views.countPeople(tx, { search, role: 'client', closed: false })

/**
 * Locks the person until the end of the transaction, so that other changes wait. Reads after locking, to see the latest
 * changes. Returns undefined for an unknown or closed person.
 */
export async function lockPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return (await queries.lockPerson(tx, id)) && views.personById(tx, id)
}

/** Two names with at least this trigram similarity (0 to 1) may belong to one person. */
const SIMILAR_NAME = 0.6

/** Existing clients who may have this name and number, likeliest first: at most five. */
export async function findSimilarClients(tx: Tx, person: { name: string; contactNumber: string | null }) {
  await queries.setNameSimilarity(tx, SIMILAR_NAME)
  const found = await views.similarClients(tx, {
    name: person.name,
    number: normalisePhone(person.contactNumber),
  })
  return found.map(markSecond)
}

/** These queries read many people at once, to compare an imported file with the clinic's records. */
export { fillableFields as findFillableFields, peopleWithKeys as findPeopleWithKeys } from './batch-views.ts'

export const lockAdmins = queries.lockAdmins
