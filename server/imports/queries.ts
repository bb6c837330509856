import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ImportBatches } from '#server/db/schema.ts'
import type { Decision, Outcome } from '#shared/imports/kinds.ts'
import type { TableRow } from './read-file.ts'

export const insertBatch = (tx: Tx, row: Insertable<ImportBatches>) =>
  tx.insertInto('import_batches').values(row).execute()

export const updateBatch = (tx: Tx, id: string, values: Updateable<ImportBatches>) =>
  tx.updateTable('import_batches').set(values).where('id', '=', id).execute()

/** Deletes an import batch with the rows of its file. */
export const deleteBatch = (tx: Tx, id: string) => tx.deleteFrom('import_batches').where('id', '=', id).execute()

/**
 * Locks an import batch until the commit, so that only one process works on its rows. Returns undefined for an unknown
 * id.
 */
export const lockBatch = (tx: Tx, id: string) =>
  tx.selectFrom('import_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
export type BatchOfRows = NonNullable<Awaited<ReturnType<typeof lockBatch>>>

/**
 * Adds rows of a file as one JSON parameter, because a value list of a thousand rows would need too many parameters.
 */
export const insertRows = (tx: Tx, batchId: string, rows: readonly TableRow[]) =>
  sql`insert into import_rows (batch_id, number, cells)
    select ${batchId}, number, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number int, cells jsonb)`.execute(
    tx,
  )

/** The result of checking a row. */
export type CheckedRow = {
  number: number
  outcome: Outcome
  reason: string | null
  email_key: string | null
  phone_key: string | null
  name_key: string | null
  birth_key: string | null
  client_id: string | null
  same_as_row: number | null
  match_name: string | null
  match_by: string | null
}

/**
 * Limits a statement to the range of row numbers that these rows span, so that PostgreSQL uses the index on the
 * numbers. Without statistics of a new file, PostgreSQL would read the whole file for each hundred rows.
 */
function inPartOf(batchId: string, rows: readonly { number: number }[]) {
  // Row numbers begin with 1, so the range from 0 to 0 contains no row.
  const numbers = rows.length > 0 ? rows.map(({ number }) => number) : [0]
  return sql`import_rows.batch_id = ${batchId}
    and import_rows.number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`
}

export const saveChecks = (tx: Tx, batchId: string, rows: readonly CheckedRow[]) =>
  sql`update import_rows set outcome = r.outcome, reason = r.reason, email_key = r.email_key, phone_key = r.phone_key,
      name_key = r.name_key, birth_key = r.birth_key, client_id = r.client_id, same_as_row = r.same_as_row,
      match_name = r.match_name, match_by = r.match_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number int, outcome text, reason text, email_key text,
      phone_key text, name_key text, birth_key date, client_id uuid, same_as_row int, match_name text, match_by text)
    where ${inPartOf(batchId, rows)} and import_rows.number = r.number`.execute(tx)

/** The result of importing a row, or of undoing it. */
export type SavedRow = {
  number: number
  outcome: Outcome
  reason?: string | null
  record_id?: string | null
  client_id?: string | null
  filled?: object | null
}

export const saveResults = (tx: Tx, batchId: string, rows: readonly SavedRow[]) =>
  sql`update import_rows set outcome = r.outcome, reason = coalesce(r.reason, import_rows.reason),
      record_id = coalesce(r.record_id, import_rows.record_id), client_id = coalesce(r.client_id, import_rows.client_id),
      filled = coalesce(r.filled, import_rows.filled)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number int, outcome text, reason text, record_id uuid,
      client_id uuid, filled jsonb)
    where ${inPartOf(batchId, rows)} and import_rows.number = r.number`.execute(tx)

/** Makes all rows of a batch wait for another check. */
export const resetRows = (tx: Tx, batchId: string) =>
  tx
    .updateTable('import_rows')
    .set({ outcome: 'waiting', reason: null, decision: null, client_id: null, same_as_row: null })
    .set({ match_name: null, match_by: null, email_key: null, phone_key: null, name_key: null, birth_key: null })
    .where('batch_id', '=', batchId)
    .execute()

/** Stores what is to happen to a duplicate row; returns false if the row is no duplicate. */
export const setDecision = async (
  tx: Tx,
  batchId: string,
  number: number,
  decision: Decision | null,
): Promise<boolean> =>
  (
    await tx
      .updateTable('import_rows')
      .set({ decision })
      .where('batch_id', '=', batchId)
      .where('number', '=', number)
      .where('outcome', '=', 'duplicate')
      .returning('number')
      .execute()
  ).length > 0

/** Removes the references of rows to clients who are deleted. */
export const forgetClients = (tx: Tx, batchId: string, clientIds: readonly string[]) =>
  tx
    .updateTable('import_rows')
    .set({ client_id: null })
    .where('batch_id', '=', batchId)
    .where('client_id', 'in', clientIds)
    .execute()

/** The task name of the job that checks, imports or undoes the rows of one file. */
export const IMPORT_TASK = 'work-on-import'

/**
 * Adds the job that works on an import batch; the commit wakes a job runner. A job that waits already is not added
 * twice.
 */
export const addJob = (tx: Tx, batchId: string) =>
  sql`select graphile_worker.add_job(${sql.lit(IMPORT_TASK)}, json_build_object('id', ${batchId}::text),
    max_attempts := 3, job_key := ${`import-${batchId}`})`.execute(tx)

/** Deletes the rows of old import batches, and batches whose file was never read completely. */
export async function deleteOldRows(tx: Tx, { before, unreadBefore }: { before: Date; unreadBefore: Date }) {
  await tx.deleteFrom('import_batches').where('state', '=', 'reading').where('created_at', '<', unreadBefore).execute()
  await sql`update import_batches set columns = (
      select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(columns) c)
    where created_at < ${before} and exists (select from import_rows where batch_id = import_batches.id)
      and state not in ('checking', 'importing', 'undoing')`.execute(tx)
  await sql`delete from import_rows where batch_id in (
    select id from import_batches where created_at < ${before} and state not in ('checking', 'importing', 'undoing'))`.execute(
    tx,
  )
}
