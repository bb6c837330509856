import type { ReadTx, Tx } from '#server/db/pool.ts'
import { normalisePhone } from '#shared/lib/phone.ts'
import { markSecond } from './second-record.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** A person with what the account says; without an account nothing opens to them, and they are a client. */
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
/** The practitioner whose visits a log-in sees; null for every other log-in. */
export const findPractitioner = views.practitionerOf
export const findClientOf = views.clientOf
export const findNote = views.noteOf
/** The person of a client record, closed or not. */
export const findPersonOfClient = views.personIdOf
/** For the lists of other features that join the view `users`. */
export const isClient = views.isClient
export const countPeople = views.countPeople
export const pageOfPeople = views.pageOfPeople
export const countByRole = views.countByRole

/** True once the clinic has an admin who can log in. */
export const hasAdmin = async (tx: ReadTx): Promise<boolean> => (await views.anyAdmin(tx)) !== undefined

/** How many clients are on file. */
export const countClients = (tx: ReadTx, search = ''): Promise<number> =>
  search === ''
    ? views.countByRole(tx, false).then(({ client }) => client)
    : views.countPeople(tx, { search, role: 'client', closed: false })

/**
 * The person, held until the end of the transaction: changes of the person and the account wait. It is read after it is
 * held, so that what another has just changed is seen. Undefined for an unknown or closed one.
 */
export async function lockPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return (await queries.lockPerson(tx, id)) && views.personById(tx, id)
}

/** From this similarity (of the trigrams, 0 to 1) on two names may be one person's. */
const SIMILAR_NAME = 0.6

/** Clients on file who may be the person of this name and number, the likeliest first: at most five. */
export async function findSimilarClients(tx: Tx, person: { name: string; contactNumber: string | null }) {
  await queries.setNameSimilarity(tx, SIMILAR_NAME)
  const found = await views.similarClients(tx, {
    name: person.name,
    number: normalisePhone(person.contactNumber),
  })
  return found.map(markSecond)
}

export const lockAdmins = queries.lockAdmins
