import { sql, type RawBuilder } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { isExportedColumn, type ExportedTable, type TableName } from './exported-tables.ts'

/** The key of the advisory lock that an export keeps until it ends or its process dies. */
const EXPORT_LOCK = 0x65787074

/**
 * Takes the lock of exports; returns false if another export is running. The lock is released at the end of the
 * transaction.
 */
export async function lockExport(tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{
    is_ours: boolean
  }>`select pg_try_advisory_xact_lock(${EXPORT_LOCK}::bigint) as is_ours`.execute(tx)
  return rows[0]?.is_ours ?? false
}

export async function isExportRunning(tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`select exists (select from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${EXPORT_LOCK}
      and database = (select oid from pg_database where datname = current_database())) as is_running`.execute(tx)
  return rows[0]?.is_running ?? false
}

/** Keeps the connection of an export from being closed while the browser reads slowly. */
export const touch = (tx: ReadTx): Promise<unknown> => sql`select 1`.execute(tx)

/** The number of ids that are read at a time. */
const IDS = 500

/**
 * The ids of a table's rows. They are read without a cursor, because the statements of other reads run between the
 * batches.
 */
export async function* idsOf(tx: ReadTx, table: TableName): AsyncGenerator<string, void> {
  for (let after: string | undefined; ;) {
    const where = after === undefined ? sql`` : sql`where id > ${after}`
    const { rows } = await sql<{
      id: string
    }>`select id from ${sql.table(table)} ${where} order by id limit ${IDS}`.execute(tx)
    for (const { id } of rows) yield id
    after = rows.at(-1)?.id
    if (after === undefined) return
  }
}

/** The number of documents that an export can draw. */
export async function countPapers(tx: ReadTx): Promise<number> {
  const { rows } = await sql<{ documents: number }>`select (select count(*) from documents)
    + (select count(*) from cover_invoices) + (select count(*) from z_readings) as documents`.execute(tx)
  return rows[0]!.documents
}

/** A column of a table; `names` is the table to whose rows the column refers by id. */
type StoredColumn = { table: TableName; column: string; type: string; names: TableName | null }

/** The columns of all tables in their order, without columns that are never exported. */
export async function storedColumns(tx: ReadTx): Promise<StoredColumn[]> {
  const { rows } = await sql<StoredColumn>`
    select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, null) as type,
      (select target.relname::text from pg_constraint f join pg_class target on target.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(tx)
  return rows.filter(({ column }) => isExportedColumn(column))
}

const name = (table: TableName, id: RawBuilder<unknown>) => sql`(select name from ${sql.table(table)} where id = ${id})`
const personOf = (table: TableName, id: RawBuilder<unknown>) =>
  sql`(select ${sql.ref('people.name')} from ${sql.table(table)} as named, ${sql.table('people')}
    where named.id = ${id} and ${sql.ref('people.id')} = named.person_id)`

/** The SQL that finds the name of a row by its id, for the tables whose rows have names. */
const namesOf: Partial<Record<TableName, (id: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  clients: (id) => personOf('clients', id),
  accounts: (id) => personOf('accounts', id),
  people: (id) => name('people', id),
  ...Object.fromEntries(
    (
      ['add_ons', 'branches', 'categories', 'products', 'resources', 'services', 'terminals', 'treatments'] as const
    ).map((table) => [table, (id: RawBuilder<unknown>) => name(table, id)]),
  ),
}

/** A column of a file: a stored column, or the name of the row to which a stored column refers. */
export type FileColumn = StoredColumn & { isName: boolean }

/**
 * The columns of a table's file. A column that refers to a row by its id is followed by a column with the name of that
 * row.
 */
export function columnsOfFile(table: ExportedTable, stored: readonly StoredColumn[]): FileColumn[] {
  const own = stored.filter((column) => column.table === table.name)
  const taken = new Set(own.map(({ column }) => column))
  const joined = stored.filter(({ table: of, column }) => of === table.join?.table && !taken.has(column))
  return [...own, ...joined].flatMap((column) => [
    { ...column, isName: false },
    ...(column.names !== null && namesOf[column.names] && column.column !== table.join?.by
      ? [{ ...column, type: 'text', isName: true }]
      : []),
  ])
}

/** Streams the rows of a table's file, each with its cells in the order of the columns. */
export async function* rowsInBatches(
  tx: ReadTx,
  { name: table, join }: ExportedTable,
  columns: readonly FileColumn[],
): AsyncGenerator<unknown[][], void> {
  const cells = columns.map(({ table: of, column, names, isName }, index) => {
    const value = sql.ref(`${of}.${column}`)
    const shown = isName && names !== null ? namesOf[names]!(value) : value
    return sql`${shown} as ${sql.ref(`c${index}`)}`
  })
  const joined = join
    ? sql` join ${sql.table(join.table)} on ${sql.ref(`${join.table}.id`)} = ${sql.ref(`${table}.${join.by}`)}`
    : sql``
  const query = sql<Record<string, unknown>>`select ${sql.join(cells)} from ${sql.table(table)}${joined} order by 1`
  for await (const rows of inBatches(tx, query)) yield rows.map((row) => columns.map((_, index) => row[`c${index}`]))
}
