import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { lockPerson, type ClientOf, type Person } from './find-person.ts'
import * as mergeQueries from './merge-queries.ts'
import * as queries from './queries.ts'
import { accountRow, contactColumns } from './rows.ts'
import { CONFIRMED } from './verified-contact.ts'
import * as views from './views.ts'

type Row = NonNullable<Awaited<ReturnType<typeof mergeQueries.recordById>>>

/** A person on file with the clinic's record of them. */
export type StoredRecord = { person: Person; record: Row }

/** What a merge may write over in the record that stays; instants are ISO texts, to the millisecond. */
export type RecordFields = {
  first_name: string
  middle_name: string | null
  last_name: string | null
  suffix: string | null
  email: string | null
  email_is_second: boolean
  contact_number: string | null
  location: string | null
  photo_path: string | null
  note: string | null
  joined_at: string
  proven_at: string | null
}

export const fieldsOf = ({ person, record }: StoredRecord): RecordFields => ({
  first_name: person.first_name,
  middle_name: person.middle_name,
  last_name: person.last_name,
  suffix: person.suffix,
  email: person.email,
  email_is_second: person.email_is_second,
  contact_number: person.contact_number,
  location: person.location,
  photo_path: person.photo_path,
  note: record.note,
  joined_at: record.joined_at.toISOString(),
  proven_at: record.proven_at && record.proven_at.toISOString(),
})

async function holdStanding(tx: Tx, personId: string, lock: views.ClientLock): Promise<ClientOf | undefined> {
  const client = await views.holdClientOf(tx, personId, lock)
  if (client) return client
  let record = await mergeQueries.holdRecordOf(tx, personId)
  while (record?.merged_into) record = await mergeQueries.holdRecord(tx, record.merged_into)
  // The person themselves where the merge was undone after the first look: the record is held now, and is looked at again.
  return record && views.holdClientOf(tx, record.person_id, lock)
}

/**
 * The client whose record stands for this person: they themselves, or whom they were merged into. The record is held: what
 * is written for it until the end of the transaction is moved by no merge in between. Undefined for who is no client.
 */
export const holdClientOf = (tx: Tx, personId: string) => holdStanding(tx, personId, 'merge')

/** The same; whoever else wants it alone waits until the end of the transaction. */
export const holdClientAlone = (tx: Tx, personId: string) => holdStanding(tx, personId, 'alone')

/** A record with its person, as it was read before or after it was held; undefined for an unknown or closed one. */
export async function readRecord(tx: ReadTx, clientId: string): Promise<StoredRecord | undefined> {
  const record = await mergeQueries.recordById(tx, clientId)
  const person = record && (await views.personById(tx, record.person_id))
  return person && person.role === 'client' ? { person, record } : undefined
}

/**
 * Two records with their people, held alone until the end of the transaction: first the people, then the records, each in
 * the order of their ids, so that two merges of the same records take turns. Undefined in the place of one that is gone.
 */
export async function lockBoth(tx: Tx, ids: readonly [string, string]) {
  const people = [await views.personIdOf(tx, ids[0]), await views.personIdOf(tx, ids[1])]
  const personIds = people.flatMap((found) => (found ? [found.person_id] : [])).sort()
  for (const id of personIds) await lockPerson(tx, id)
  await mergeQueries.lockRecords(tx, ids)
  return [await readRecord(tx, ids[0]), await readRecord(tx, ids[1])] as const
}

/** Holds the records of a merge; the person of the one that stays is held by the caller. */
export async function lockMerged(tx: Tx, { kept_id, merged_id }: { kept_id: string; merged_id: string }) {
  await mergeQueries.lockRecords(tx, [kept_id, merged_id])
  return { kept: await recordWithPerson(tx, kept_id), merged: await recordWithPerson(tx, merged_id) }
}

const recordWithPerson = async (tx: ReadTx, clientId: string): Promise<StoredRecord> => ({
  record: (await mergeQueries.recordById(tx, clientId))!,
  person: await mergeQueries.personOfRecord(tx, clientId),
})

/** The name of a record's person, closed or not. */
export const nameOfRecord = async (tx: ReadTx, clientId: string): Promise<string> =>
  (await mergeQueries.personOfRecord(tx, clientId)).name

/** Writes what was chosen into the record that stays; who gets an e-mail has an account from then. True when it is a new one. */
export async function writeFields(
  context: Context,
  { person, record }: StoredRecord,
  fields: RecordFields,
): Promise<boolean> {
  const { tx, now } = context
  const { location, photo_path, note, joined_at, proven_at } = fields
  await queries.updatePerson(tx, person.id, {
    ...contactColumns(fields, fields),
    ...(fields.email !== person.email && CONFIRMED),
    location,
    photo_path,
    updated_at: now,
  })
  const account = accountRow(person.id, 'client', { hash: null }, now)
  const isNewAccount = fields.email !== null && (await queries.ensureAccount(tx, account))
  if (note !== record.note) await queries.updateNote(tx, record.id, note)
  await mergeQueries.updateRecord(tx, record.id, { joined_at, proven_at })
  return isNewAccount
}

/** Takes back the account that came with an e-mail of a merge, unless somebody has got a password for it since. */
export const takeAccountBack = (tx: Tx, { person }: StoredRecord) => queries.deleteEmptyAccount(tx, person.id)

type VisitFigures = { services_availed: number; last_visit: CivilDate | null }

/** What follows from a client's visits and services. */
export const writeFigures = (tx: Tx, clientId: string, figures: VisitFigures) =>
  mergeQueries.updateRecord(tx, clientId, figures)

/**
 * Takes a record out of the lists: the person cannot log in and is not found. Nothing is erased for as long as it can be
 * brought back; only the e-mail is free for the record that stays.
 */
export async function retireRecord({ tx, now }: Context, { person, record }: StoredRecord, into: string) {
  await mergeQueries.updateRecord(tx, record.id, { merged_into: into })
  await queries.updatePerson(tx, person.id, { email: null, email_is_second: false, closed_at: now, updated_at: now })
}

/** The record stands again, with its e-mail and what is left of its photo. */
export async function restoreRecord(
  { tx, now }: Context,
  { person, record }: StoredRecord,
  back: { email: string | null; email_is_second: boolean; photo_path: string | null },
) {
  await mergeQueries.updateRecord(tx, record.id, { merged_into: null })
  await queries.updatePerson(tx, person.id, { ...back, closed_at: null, updated_at: now })
}

/** The record that stands for a merged one, over others too; undefined for one that was not merged. */
export const findStandingRecord = mergeQueries.standingRecord

export const keepMerge = mergeQueries.insertMerge
export const changeMerge = mergeQueries.updateMerge
export const findMergesInto = mergeQueries.mergesInto
export const findPeopleMergedInto = mergeQueries.peopleMergedInto
