import { erasePersonalData, type PersonIds } from '#server/db/personal-data/statements.ts'
import type { Context } from '#server/lib/context.ts'
import type { Person } from './find-person.ts'
import { findPeopleMergedInto } from './merge-records.ts'
import * as queries from './queries.ts'
import { contactColumns } from './rows.ts'
import * as views from './views.ts'

type Now = Pick<Context, 'tx' | 'now'>

/** A person with the records that were merged into theirs, over others too. */
export async function findAllRecords({ tx }: Pick<Context, 'tx'>, personId: string): Promise<PersonIds> {
  const [client, merged] = [await views.clientIdOf(tx, personId), await findPeopleMergedInto(tx, personId)]
  return {
    people: [personId, ...merged.map(({ person_id }) => person_id)],
    clients: [...(client ? [client.id] : []), ...merged.map(({ client_id }) => client_id)],
  }
}

/** What is made of the columns that are left, for the search. */
const recompute = ({ tx }: Now, person: Person) =>
  queries.updatePerson(tx, person.id, contactColumns(person, { email: null, contact_number: null }))

/** Erases everything about a person that the list of personal data says, and closes the account; the name stays. */
export async function erasePerson(context: Now, person: Person, ids: PersonIds): Promise<void> {
  await erasePersonalData(context.tx, context.now, ids)
  await recompute(context, person)
}

/** Erases a record alone, without what hangs on it, and closes its account. */
export async function eraseRecord(context: Now, person: Person, clientId: string): Promise<void> {
  await erasePersonalData(context.tx, context.now, { people: [person.id], clients: [clientId] }, 'one record')
  await recompute(context, person)
}
