import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClinicImports } from '#server/db/schema.ts'
import type { TableName } from '#server/exports/public.ts'
import type { Values } from './brought-tables.ts'

export const replaceImport = async (tx: Tx, row: Insertable<ClinicImports>): Promise<void> => {
  await tx.deleteFrom('clinic_imports').where('branch_id', '=', row.branch_id).execute()
  await tx.insertInto('clinic_imports').values(row).execute()
}

/** Locks the import of a branch; undefined if there is none. */
export const lockImport = (tx: Tx, branchId: string) =>
  tx.selectFrom('clinic_imports').selectAll().where('branch_id', '=', branchId).forUpdate().executeTakeFirst()

export const updateImport = (tx: Tx, id: string, values: Updateable<ClinicImports>) =>
  tx.updateTable('clinic_imports').set(values).where('id', '=', id).execute()

export const deleteImport = (tx: Tx, id: string) => tx.deleteFrom('clinic_imports').where('id', '=', id).execute()

/** The task name of the job that checks an import and brings it in. */
export const CLINIC_IMPORT_TASK = 'work-on-clinic-import'

/** Adds the job of an import; the commit wakes a job runner. A job that waits already is not added twice. */
export const addJob = (tx: Tx, id: string) =>
  sql`select graphile_worker.add_job(${sql.lit(CLINIC_IMPORT_TASK)}, json_build_object('id', ${id}::text),
    max_attempts := 3, job_key := ${`clinic-import-${id}`})`.execute(tx)

/** The key of the advisory lock that the process working on the import keeps until its transaction ends. */
const WORK_LOCK = 0x696d7074

/** Takes the lock of the process that works on the import; returns false while another process has it. */
export async function lockWork(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    is_ours: boolean
  }>`select pg_try_advisory_xact_lock(${WORK_LOCK}::bigint) as is_ours`.execute(tx)
  return rows[0]?.is_ours ?? false
}

/** Makes the database read times without a zone as Philippine times, because an export writes them so. */
export const prepareSession = (tx: Tx) => sql`set local time zone 'Asia/Manila'`.execute(tx)

/**
 * Keeps autovacuum away from these tables until the transaction ends. Autovacuum does not see the rows of an open
 * transaction and would store that a table with thousands of pages is empty; PostgreSQL would then use the wrong index
 * for each search. The app's role cannot lock tables to which it may only add rows.
 */
export async function lockOutVacuum(tx: Tx, tables: readonly TableName[]): Promise<void> {
  const { rows } = await sql<{ name: TableName }>`select name from unnest(${tables}::text[]) name
    where has_table_privilege(name, 'update, delete') order by name`.execute(tx)
  await sql`lock table ${sql.join(rows.map(({ name }) => sql.table(name)))} in share update exclusive mode`.execute(tx)
}

/** Runs the constraint checks that PostgreSQL otherwise defers until the commit. */
export const checkDeferred = async (tx: Tx): Promise<void> => {
  await sql`set constraints all immediate`.execute(tx)
  await sql`set constraints all deferred`.execute(tx)
}

export const deleteRows = (tx: Tx, table: TableName) => sql`delete from ${sql.table(table)}`.execute(tx)

type Rows = { table: TableName; columns: readonly string[]; rows: readonly Values[] }

/** SQL: the given rows as a table, with the column types of the table into which they are saved. */
const recordset = ({ table, rows }: Rows) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

const listOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

export const insertRows = (tx: Tx, given: Rows) =>
  sql`insert into ${sql.table(given.table)} (${listOf(given.columns)})
    select ${listOf(given.columns)} from ${recordset(given)}`.execute(tx)

/** Fills columns of rows that exist already. */
export const fillRows = (tx: Tx, given: Rows) =>
  sql`update ${sql.table(given.table)} as target
    set ${sql.join(given.columns.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`))}
    from ${recordset(given)} as given where target.id = given.id`.execute(tx)
