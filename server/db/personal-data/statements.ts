import { sql, type RawBuilder } from 'kysely'
import { CHART } from './chart-tables.ts'
import { personalData } from './personal-data.ts'
import type { Column, PersonalTable, TableName } from './choices.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'

// SQL statements built from the list of personal data. They read, move and erase rows in the tables of all features, so
// that only the list decides what happens to personal data.

/** The ids of a person and of everybody merged into them, and the ids of all their client records. */
export type PersonIds = { people: readonly string[]; clients: readonly string[] }

const tables = () => Object.entries(personalData) as [TableName, PersonalTable][]
const columnsOf = (table: TableName) => Object.entries(personalData[table].columns as Record<string, Column>)

/** True for the rows of a table that belong to these people. */
export function belongsTo(table: TableName, ids: PersonIds): RawBuilder<boolean> {
  const { of } = personalData[table]
  if (!of) return sql<boolean>`false`
  if ('person' in of) return sql<boolean>`${sql.ref(`${table}.${of.person}`)} = any(${ids.people}::uuid[])`
  if ('client' in of) return sql<boolean>`${sql.ref(`${table}.${of.client}`)} = any(${ids.clients}::uuid[])`
  return sql<boolean>`${sql.ref(`${table}.${of.row}`)} in (
    select id from ${sql.table(of.in)} where ${belongsTo(of.in, ids)})`
}

/** The tables whose rows are a part of a client's chart, with the column of the client's id. */
export const tablesOfCharts = () =>
  tables().flatMap(([table, { of }]) =>
    of && 'client' in of && columnsOf(table).some(([, choice]) => 'erase' in choice && choice.erase === CHART)
      ? [{ table, column: of.client }]
      : [],
  )

/** True in SQL if the client with the id has a chart: a row in one of its tables. */
export function hasChart(clientId: RawBuilder<string>): RawBuilder<boolean> {
  const parts = tablesOfCharts().map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${clientId})`,
  )
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** Converts an `erase` text of the list into SQL; `$now` is the time of the change. */
const valueOf = (text: string, now: Date) =>
  sql.join(
    text.split('$now').map((part) => sql.raw(part)),
    sql`${now}::timestamptz`,
  )

/**
 * Sets the columns of these people's rows to their erased values. Rows that were erased before are not written again.
 */
async function eraseColumns(tx: Tx, table: TableName, ids: PersonIds, now: Date): Promise<void> {
  const erased = columnsOf(table).flatMap(([column, choice]) =>
    'erase' in choice && typeof choice.erase === 'string' && choice.erase !== 'recomputed'
      ? [{ name: sql.ref(column), value: valueOf(choice.erase, now) }]
      : [],
  )
  if (erased.length === 0) return
  const [names, values] = [sql.join(erased.map(({ name }) => name)), sql.join(erased.map(({ value }) => value))]
  await sql`update ${sql.table(table)} set ${sql.join(erased.map(({ name, value }) => sql`${name} = ${value}`))}
    where ${belongsTo(table, ids)} and row(${names}) is distinct from row(${values})`.execute(tx)
}

/**
 * Erases personal data as the list says: in all tables, or with `only` in those that make up the record itself. The
 * list has each table before the tables that refer to it, so it is processed from the end.
 */
export async function erasePersonalData(tx: Tx, now: Date, ids: PersonIds, only?: 'one record'): Promise<void> {
  for (const [table, { merge, rows }] of tables().reverse()) {
    if (only !== undefined && merge !== only) continue
    if (rows === 'deleted') await sql`delete from ${sql.table(table)} where ${belongsTo(table, ids)}`.execute(tx)
    else await eraseColumns(tx, table, ids, now)
  }
}

/** Ids of the rows that a merge moved, by table. */
type MovedRows = Partial<Record<TableName, string[]>>

/**
 * Moves rows from one client's record to another's: all of them, or `only` some and the rows that refer to them, since
 * a void belongs to the client of its sale. Raises their versions, so that a form opened before the move is stale.
 */
export async function moveRows(
  tx: Tx,
  { from, to, only }: { from: string; to: string; only?: MovedRows },
): Promise<MovedRows> {
  const moved: MovedRows = {}
  for (const [table, { of, merge, columns }] of tables()) {
    if (merge !== 'moves' || !of || !('client' in of)) continue
    const ids = only?.[table] ?? []
    const some =
      'refers_to' in columns
        ? sql`(id = any(${ids}::uuid[]) or refers_to = any(${ids}::uuid[]))`
        : sql`id = any(${ids}::uuid[])`
    const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${sql.ref(of.client)} = ${to}
      ${'version' in columns ? sql`, version = version + 1` : sql``}
      where ${sql.ref(of.client)} = ${from} ${only ? sql`and ${some}` : sql``} returning id`.execute(tx)
    moved[table] = rows.map(({ id }) => id)
  }
  return moved
}

/** The columns of a table that are exported as they are, under their names in the export. */
export const exportedColumns = (table: TableName) =>
  columnsOf(table).flatMap(([column, choice]) => {
    if (!('export' in choice)) return []
    const value = sql.ref(`${table}.${column}`)
    if (typeof choice.export !== 'object') return [value.as(choice.export === true ? column : choice.export)]
    return 'only' in choice.export ? [sql`case when ${sql.raw(choice.export.only)} then ${value} end`.as(column)] : []
  })

/** These people's rows of a table with the exported columns, the newest first by the column `newestBy`. */
export const exportedRows = (tx: ReadTx, table: TableName, ids: PersonIds, newestBy: string) =>
  tx
    .selectFrom(table)
    .select(exportedColumns(table))
    .where(belongsTo(table, ids))
    .orderBy(sql.ref(`${table}.${newestBy}`), 'desc')
    .execute()

/**
 * The exported rows, by table name, of all tables that have no separate part of the export; tables without rows are
 * left out.
 */
export async function exportedFurther(tx: ReadTx, ids: PersonIds): Promise<Record<string, Record<string, unknown>[]>> {
  const further: Record<string, Record<string, unknown>[]> = {}
  for (const [table, { part }] of tables()) {
    const columns = part === undefined ? exportedColumns(table) : []
    if (columns.length === 0) continue
    const rows = await tx.selectFrom(table).select(columns).where(belongsTo(table, ids)).execute()
    if (rows.length > 0) further[table] = rows
  }
  return further
}

/** A column whose value a merge may change in the remaining record, and which undoing the merge restores. */
export type MergedColumn = {
  table: TableName
  column: string
  rule: 'filled' | 'account' | 'earlier' | { chosen: string }
}

export const mergedColumns = (): MergedColumn[] =>
  tables()
    .filter(([, { merge }]) => merge === 'one record')
    .flatMap(([table]) =>
      columnsOf(table).flatMap(([column, choice]) => {
        const rule = 'merge' in choice ? choice.merge : undefined
        return rule === 'filled' || rule === 'account' || rule === 'earlier' || typeof rule === 'object'
          ? [{ table, column, rule }]
          : []
      }),
    )

/** The tables whose columns a log event may name, by the event's subject. */
const tablesOfSubject: Record<string, readonly TableName[]> = {
  client: ['people', 'accounts', 'clients'],
  user: ['people', 'accounts', 'clients'],
  appointment: ['appointments'],
}

/** True if the log records only that the field changed, without its values. */
export const isLoggedWithoutValue = (subject: string, field: string): boolean =>
  (tablesOfSubject[subject] ?? []).flatMap(columnsOf).some(([column, choice]) => {
    if ('nothing' in choice || choice.log === 'shown') return false
    return field === (typeof choice.log === 'object' ? choice.log.named : column)
  })
