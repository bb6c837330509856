import type { TableName } from '#server/db/personal-data/choices.ts'
import { mergedColumns } from '#server/db/personal-data/statements.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import type { FieldValue } from '#shared/lib/event-type.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { lockPerson, type ClientOf, type Person } from './find-person.ts'
import * as mergeQueries from './merge-queries.ts'
import * as queries from './queries.ts'
import { accountRow, contactColumns, type Contact, type NameParts } from './rows.ts'
import { CONFIRMED } from './verified-contact.ts'
import * as views from './views.ts'

type Row = NonNullable<Awaited<ReturnType<typeof mergeQueries.recordById>>>

/** A person with their client record, and the values of both that a merge can overwrite. */
export type StoredRecord = { person: Person; record: Row; fields: RecordFields }

/**
 * The values that a merge can overwrite in the remaining record, by column; instants are ISO texts to the millisecond.
 */
export type RecordFields = NameParts &
  Contact & {
    note: string | null
    photo_path: string | null
    log_in_email: string | null
    /** Null without an account. */
    awaits_confirmation?: boolean | null
  } & {
    [column: string]: FieldValue | undefined
  }

async function lockRemainingRecord(tx: Tx, personId: string, lock: views.ClientLock): Promise<ClientOf | undefined> {
  const client = await views.lockClientOf(tx, personId, lock)
  if (client) return client
  let record = await mergeQueries.lockRecordOf(tx, personId)
  while (record?.merged_into) record = await mergeQueries.lockRecord(tx, record.merged_into)
  // If the merge was undone after the first read, the person's own record is locked and read again.
  return record && views.lockClientOf(tx, record.person_id, lock)
}

/**
 * Returns the client whose record represents this person: themselves, or the one they were merged into. Locks the
 * record against merges until the end of the transaction. Undefined for people who are not clients.
 */
export const lockClientAgainstMerge = (tx: Tx, personId: string) => lockRemainingRecord(tx, personId, 'against-merge')

/** Like `lockClientAgainstMerge`, with an exclusive lock: other transactions that write for this client wait. */
export const lockClientForUpdate = (tx: Tx, personId: string) => lockRemainingRecord(tx, personId, 'for-update')

async function fieldsOf(tx: ReadTx, clientId: string): Promise<RecordFields> {
  const row = await mergeQueries.mergedValues(tx, clientId)
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value instanceof Date ? value.toISOString() : value]),
  ) as RecordFields
}

/**
 * The columns that a merge writes, with their values: those of one table, or all that belong to one field of the merge
 * form.
 */
export const pickColumns = (fields: RecordFields, which: { table: TableName } | { field: string }) =>
  Object.fromEntries(
    mergedColumns()
      .filter(({ table, rule }) =>
        'table' in which ? which.table === table : typeof rule === 'object' && rule.chosen === which.field,
      )
      .flatMap(({ column }) => (column in fields ? [[column, fields[column]]] : [])),
  )

/** Reads a client's record with its person; undefined if there is none, or if it was merged into another one. */
export async function readRecord(tx: ReadTx, clientId: string): Promise<StoredRecord | undefined> {
  const record = await mergeQueries.recordById(tx, clientId)
  const person = record && (await views.personById(tx, record.person_id))
  return person && person.role === 'client' ? { person, record, fields: await fieldsOf(tx, clientId) } : undefined
}

/**
 * Locks two records with their people exclusively: first the people, then the records, each ordered by id, so that two
 * merges cannot deadlock. A record that does not exist is undefined.
 */
export async function lockRecordPair(tx: Tx, ids: readonly [string, string]) {
  const people = [await views.personIdOf(tx, ids[0]), await views.personIdOf(tx, ids[1])]
  const personIds = people.flatMap((found) => (found ? [found.person_id] : [])).sort()
  for (const id of personIds) await lockPerson(tx, id)
  await mergeQueries.lockRecords(tx, ids)
  return [await readRecord(tx, ids[0]), await readRecord(tx, ids[1])] as const
}

/** Locks the records of a merge; the caller has locked the remaining person. */
export async function lockMergedPair(tx: Tx, { kept_id, merged_id }: { kept_id: string; merged_id: string }) {
  await mergeQueries.lockRecords(tx, [kept_id, merged_id])
  return { kept: await recordWithPerson(tx, kept_id), merged: await recordWithPerson(tx, merged_id) }
}

const recordWithPerson = async (tx: ReadTx, clientId: string): Promise<StoredRecord> => ({
  record: (await mergeQueries.recordById(tx, clientId))!,
  person: await mergeQueries.personOfRecord(tx, clientId),
  fields: await fieldsOf(tx, clientId),
})

/** The name of a record's person, closed or not. */
export const nameOfRecord = async (tx: ReadTx, clientId: string): Promise<string> =>
  (await mergeQueries.personOfRecord(tx, clientId)).name

type PersonColumns = Parameters<typeof queries.updatePerson>[2]

/**
 * Writes a person's values. The times at which e-mail and number were confirmed need a second statement, because a
 * trigger clears them when the e-mail or number changes.
 */
async function writePerson(tx: Tx, id: string, values: PersonColumns): Promise<void> {
  const { email_verified_at = null, phone_verified_at = null, ...others } = values
  await queries.updatePerson(tx, id, others)
  if (email_verified_at !== null || phone_verified_at !== null)
    await queries.updatePerson(tx, id, {
      ...(email_verified_at !== null && { email_verified_at }),
      ...(phone_verified_at !== null && { phone_verified_at }),
    })
}

/** Writes the chosen values into the remaining record. A new e-mail creates an account; returns true if it did. */
export async function writeFields(context: Context, stored: StoredRecord, fields: RecordFields): Promise<boolean> {
  const { tx, now } = context
  const { person, record } = stored
  const columns = { ...pickColumns(fields, { table: 'people' }), ...contactColumns(fields, fields) }
  await writePerson(tx, person.id, { ...columns, updated_at: now })
  const account = accountRow(person.id, 'client', { hash: null }, now)
  const isNewAccount = fields.email !== null && (await queries.ensureAccount(tx, account))
  const { note, ...ofRecord } = pickColumns(fields, { table: 'clients' })
  if (note !== record.note) await queries.updateNote(tx, record.id, fields.note)
  await mergeQueries.updateRecord(tx, record.id, ofRecord)
  const { awaits_confirmation } = fields
  if (awaits_confirmation !== stored.fields.awaits_confirmation)
    // Undoing a merge can find null here: before the merge the person had no account.
    await queries.updateAccount(tx, person.id, { awaits_confirmation: awaits_confirmation ?? false })
  return isNewAccount
}

/** Removes the account that a merge created for the merged record's e-mail, unless it has a password by now. */
export const deleteAddedAccount = (tx: Tx, { person }: StoredRecord) => queries.deleteEmptyAccount(tx, person.id)

type VisitFigures = { services_availed: number; last_visit: CivilDate | null }

/** Updates the figures derived from a client's visits and services. */
export const writeFigures = (tx: Tx, clientId: string, figures: VisitFigures) =>
  mergeQueries.updateRecord(tx, clientId, figures)

/**
 * Hides a record: the person cannot log in or be found. Nothing is erased while the merge can be undone; only the
 * e-mail becomes free for the remaining record.
 */
export async function retireRecord({ tx, now }: Context, { person, record }: StoredRecord, into: string) {
  await mergeQueries.updateRecord(tx, record.id, { merged_into: into })
  const noEmail = { email: null, email_is_second: false, ...CONFIRMED }
  await queries.updatePerson(tx, person.id, { ...noEmail, closed_at: now, updated_at: now })
}

/** Makes a merged record visible again, with its e-mail and its photo if the file still exists. */
export async function restoreRecord({ tx, now }: Context, { person, record }: StoredRecord, back: PersonColumns) {
  await mergeQueries.updateRecord(tx, record.id, { merged_into: null })
  await writePerson(tx, person.id, { ...back, closed_at: null, updated_at: now })
}

/** The final record for a merged one; undefined if it was not merged. */
export const findRemainingRecord = mergeQueries.remainingRecord

export const insertMerge = mergeQueries.insertMerge
export const updateMerge = mergeQueries.updateMerge
export const findMergesInto = mergeQueries.mergesInto
export const findPeopleMergedInto = mergeQueries.peopleMergedInto
