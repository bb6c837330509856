import { erasePersonalData, type PersonIds } from '#server/db/personal-data/statements.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Context, ReadContext } from '#server/lib/context.ts'
import type { Person } from './find-person.ts'
import * as mergeQueries from './merge-queries.ts'
import { findPeopleMergedInto } from './merge-records.ts'
import * as queries from './queries.ts'
import { contactColumns } from './rows.ts'
import * as views from './views.ts'

type Now = Pick<Context, 'tx' | 'now'>

/** The ids of a person's record and of all records merged into it, directly or through others. */
export async function findAllRecords({ tx }: Pick<ReadContext, 'tx'>, personId: string): Promise<PersonIds> {
  const [client, merged] = [await views.clientIdOf(tx, personId), await findPeopleMergedInto(tx, personId)]
  return {
    people: [personId, ...merged.map(({ person_id }) => person_id)],
    clients: [...(client ? [client.id] : []), ...merged.map(({ client_id }) => client_id)],
  }
}

/** Rebuilds the text that searches match, because e-mail and number are gone. */
const rebuildSearchText = ({ tx }: Now, person: Person) =>
  queries.updatePerson(tx, person.id, contactColumns(person, { email: null, contact_number: null }))

/** Erases everything that `personal-data` lists about a person and closes the account; the name stays. */
export async function erasePerson(context: Now, person: Person, ids: PersonIds): Promise<void> {
  await erasePersonalData(context.tx, context.now, ids)
  await rebuildSearchText(context, person)
}

/**
 * Erases a merged record without its appointments and sales, which belong to the remaining record, and closes its
 * account.
 */
async function eraseRecord(context: Now, person: Person, clientId: string): Promise<void> {
  await erasePersonalData(context.tx, context.now, { people: [person.id], clients: [clientId] }, 'one record')
  await rebuildSearchText(context, person)
}

type Merge = Awaited<ReturnType<typeof mergeQueries.mergesToForget>>[number]

/** Erases the undo data of merges and the records that were merged. Returns the photos that nobody uses any more. */
async function eraseMerges(tx: Tx, now: Date, merges: readonly Merge[]): Promise<string[]> {
  const photos: (string | null)[] = []
  for (const { id, merged_id, kept_photo_path } of merges) {
    const person = await mergeQueries.personOfRecord(tx, merged_id)
    await eraseRecord({ tx, now }, person, merged_id)
    await mergeQueries.updateMerge(tx, id, { undo: null, kept_photo_path: null })
    photos.push(person.photo_path, kept_photo_path)
  }
  const unused: string[] = []
  for (const photo of photos) if (photo !== null && !(await mergeQueries.isPhotoUsed(tx, photo))) unused.push(photo)
  return unused
}

/** Erases undo data of merges that can no longer be undone. Returns the photos whose files can be deleted. */
export const forgetOldMerges = async (tx: Tx, now: Date): Promise<string[]> =>
  eraseMerges(tx, now, await mergeQueries.mergesToForget(tx, now))

/**
 * Erases the undo data of all merges into the records of a person who is erased. Returns the photos whose files can be
 * deleted.
 */
export const forgetMergesOf = async (tx: Tx, now: Date, clientIds: readonly string[]): Promise<string[]> =>
  eraseMerges(tx, now, await mergeQueries.mergesOf(tx, clientIds))
