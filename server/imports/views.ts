import { sql } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { likePattern } from '#server/db/search-conditions.ts'
import { WORKING_STATES, type ImportField, type ImportKind, type Outcome } from '#shared/imports/kinds.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

const batches = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('import_batches').where('branch_id', '=', branchId).where('state', '<>', 'reading')

/** A page of the import batches, the newest first; the search is for words in the name of the file. */
export async function batchPage(tx: ReadTx, branchId: string, { page, per_page, search }: PageQuery) {
  let found = batches(tx, branchId)
  if (search !== '') found = found.where('file_name', 'ilike', likePattern(search))
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'kind', 'file_name', 'state', 'row_count', 'created_at', 'created_by_name'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total }
}

export const batchById = (tx: ReadTx, branchId: string, id: string) =>
  batches(tx, branchId).selectAll().where('id', '=', id).executeTakeFirst()

/** The columns that were chosen for the last file with the same headings. */
export async function lastChoice(
  tx: ReadTx,
  { branchId, kind, headingsKey }: { branchId: string; kind: ImportKind; headingsKey: string },
) {
  const row = await tx
    .selectFrom('import_batches')
    .select(['fields', 'date_order'])
    .where('branch_id', '=', branchId)
    .where('kind', '=', kind)
    .where('headings_key', '=', headingsKey)
    .where('fields', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { fields: row.fields as (ImportField | null)[], date_order: row.date_order }
}

/** The number of rows with each outcome, and how many of the duplicates are decided to be imported. */
export const countRows = (tx: ReadTx, batchId: string) =>
  tx
    .selectFrom('import_rows')
    .select(['outcome', 'decision', sql<number>`count(*)`.as('rows')])
    .where('batch_id', '=', batchId)
    .groupBy(['outcome', 'decision'])
    .execute()

const rowsOf = (tx: ReadTx, batchId: string) => tx.selectFrom('import_rows').where('batch_id', '=', batchId)

export async function rowPage(
  tx: ReadTx,
  batchId: string,
  { page, per_page, search, outcome }: PageQuery & { outcome: Outcome },
) {
  let found = rowsOf(tx, batchId).where('outcome', '=', outcome)
  if (search !== '') found = found.where(sql<boolean>`cells::text ilike ${likePattern(search)}`)
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('number')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total }
}

/** The cells of the rows with these numbers. */
export const cellsOfRows = (tx: ReadTx, batchId: string, numbers: readonly number[]) =>
  rowsOf(tx, batchId)
    .select(['number', 'cells'])
    .where(sql<boolean>`number = any(${numbers}::int[])`)
    .execute()

export const rowByNumber = (tx: ReadTx, batchId: string, number: number) =>
  rowsOf(tx, batchId).selectAll().where('number', '=', number).executeTakeFirst()

/**
 * The next rows with one of these outcomes, in the order of the file or, for undoing, from its end. The rows start
 * behind the row `after`, so that rows that are done already are not read again.
 */
export const nextRows = (tx: ReadTx, batchId: string, { outcomes, limit, fromEnd, after }: NextRows) =>
  rowsOf(tx, batchId)
    .selectAll()
    .where('outcome', 'in', outcomes)
    .$if(after !== undefined, (rows) => rows.where('number', fromEnd ? '<' : '>', after!))
    .orderBy('number', fromEnd ? 'desc' : 'asc')
    .limit(limit)
    .execute()
type NextRows = { outcomes: readonly Outcome[]; limit: number; fromEnd: boolean; after: number | undefined }
export type StagedRow = Awaited<ReturnType<typeof nextRows>>[number]

/** Returns which of these records an import batch has added and not removed again. */
export async function recordsCreatedBy(tx: ReadTx, batchId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const created = rowsOf(tx, batchId).select('record_id').where('outcome', '=', 'created')
  return new Set((await created.where('record_id', 'in', ids).execute()).map(({ record_id }) => record_id!))
}

type RowWithKeys = Pick<StagedRow, 'number' | 'email_key' | 'phone_key' | 'name_key' | 'birth_key'>

/**
 * The already checked rows of the same file with one of these e-mails, numbers or names. Of rows with the same key and
 * birthday only the first is returned, because thousands may have the clinic's number. Only rows that were checked and
 * can be imported have keys, so the query needs no condition on the outcome. With such a condition PostgreSQL, which
 * has no statistics of new rows, would read all rows.
 */
export async function checkedRowsWithKeys(
  tx: Tx,
  batchId: string,
  { emails, phones, names }: { emails: readonly string[]; phones: readonly string[]; names: readonly string[] },
): Promise<RowWithKeys[]> {
  const firstRows = (column: 'email_key' | 'phone_key' | 'name_key', keys: readonly string[]) => {
    const key = sql.ref(`import_rows.${column}`)
    return sql`(select distinct on (${key}, birth_key) import_rows.number
      from (select distinct key from unnest(${keys}::text[]) key) wanted
      join import_rows on batch_id = ${batchId} and ${key} = wanted.key order by ${key}, birth_key, number)`
  }
  const { rows } = await sql<RowWithKeys>`
    select number, email_key, phone_key, name_key, birth_key from import_rows
    where batch_id = ${batchId} and number in (${firstRows('email_key', emails)}
      union ${firstRows('phone_key', phones)} union ${firstRows('name_key', names)})
    order by number`.execute(tx)
  return rows
}

/** The rows of an imported file with an outcome, such as refused. They are downloaded, corrected and imported again. */
export const rowsInBatches = (tx: ReadTx, batchId: string, outcome: Outcome) =>
  inBatches(
    tx,
    rowsOf(tx, batchId).select(['number', 'cells', 'reason']).where('outcome', '=', outcome).orderBy('number'),
  )

/** Unfinished import batches on which no job has worked since the given time. */
export const standingBatches = (tx: ReadTx, since: Date) =>
  tx
    .selectFrom('import_batches')
    .select('id')
    .where('state', 'in', [...WORKING_STATES])
    .where('worked_at', '<', since)
    .execute()

/** True if another batch of the branch is being imported or undone. */
export const hasRunningBatch = async (tx: ReadTx, branchId: string, except: string): Promise<boolean> =>
  (await tx
    .selectFrom('import_batches')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', '<>', except)
    .where('state', 'in', ['importing', 'undoing'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The kind of list and the present step of an import batch, for the job that works on it. */
export const batchOfJob = (tx: ReadTx, id: string) =>
  tx.selectFrom('import_batches').select(['kind', 'state']).where('id', '=', id).executeTakeFirst()
