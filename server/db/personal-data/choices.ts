import type { MERGED_FIELDS } from '#shared/merges/contract.ts'
import type { DataExport } from '#shared/profile/contract.ts'
import type { DB } from '#server/db/schema.ts'

// The choices of `personal-data.ts`: what happens to a column when a person asks for their data, leaves, or is on file twice.

/** A column that says nothing about the person, with the reason: a key, a counter, a secret, who of the staff did it. */
type Impersonal = { nothing: string }

type Personal = {
  /**
   * The person's own export (`GET /api/my/export`).
   * - `true`: exported under the name of the column; a text: exported under this name.
   * - `shown`: code presents it under this key (a name for an id, pesos for centavos); a test finds the key.
   * - `left`: left out, with the reason.
   */
  export: true | string | { shown: string } | { left: string }
  /**
   * The closing of an account.
   * - A text is the SQL of the new value: `null`, `false`, a fixed word; `$now` is the moment of closing.
   * - `stays`: kept, with the reason; `recomputed`: code makes it again of what is left.
   * Rows of a table with `rows: 'deleted'` go as a whole.
   */
  erase: string | { stays: string }
  /**
   * Two records become one; needed in the tables that are `one record`.
   * - `chosen`: an admin says whose value stays, together with all columns of the same field.
   * - `kept`: the value of the record that stays; `filled`: the same, or the other's where it is empty.
   * - `earlier`: the earlier of two instants; `counted`: from the visits of both; `recomputed`: from other columns.
   * What undoing needs is kept for `chosen`, `filled` and `earlier`.
   */
  merge?: { chosen: (typeof MERGED_FIELDS)[number] } | 'kept' | 'filled' | 'earlier' | 'counted' | 'recomputed'
  /**
   * The history log. Left out or `named`: the log says that it changed and never holds a value, also where a field of an
   * event has another name (`{ named: 'photo' }`). `shown`: it keeps both values.
   */
  log?: 'shown' | 'named' | { named: string }
}

export type Column = Impersonal | Personal

/** Every table; `users` is a view of two of them. */
export type TableName = Exclude<keyof DB, 'users'>

export type PersonalTable<C extends string = string> = {
  of: Owner
  merge?: TableMerge
  /** The closing of an account deletes the rows. */
  rows?: 'deleted'
  /** The part of the export in which its columns stand. Without one they stand in `further`, by the name of the table. */
  part?: keyof DataExport
  columns: Record<C, Column>
}

export type PersonalData = { [T in TableName]: PersonalTable<string & keyof DB[T]> | ImpersonalTable }

/** A table that holds nothing about a person. One that names a person, or how to reach one, cannot be listed as such. */
type ImpersonalTable = { of: null; isImpersonal: true; columns: Record<string, never> }

/** `moves`: the rows go to the record that stays. `one record`: each column says what becomes of two values. */
type TableMerge = 'one record' | 'moves' | { stays: string }

/** Whose a row is: the column with the id of a person or a client, or of a row `in` another table of the list. */
type Owner = { person: string } | { client: string } | { row: string; in: TableName } | null

type TableChoice = Omit<PersonalTable, 'columns'>

/** Rows about the person whose id a column holds; a client's row; rows that belong to a row of another table. */
export const person = (column: string, merge: TableMerge, part?: keyof DataExport): TableChoice => ({
  of: { person: column },
  merge,
  ...(part && { part }),
})
export const client = (column: string, merge: TableMerge, part?: keyof DataExport): TableChoice => ({
  ...person(column, merge, part),
  of: { client: column },
})
export const row = (column: string, table: TableName): TableChoice => ({ of: { row: column, in: table } })
/** Rows of the clinic, which name people: they are the clinic's record, and stay as they are. */
export const clinic: TableChoice = { of: null }
export const deleted = (kept: TableChoice): TableChoice => ({ ...kept, rows: 'deleted' })

export const table = <C extends string>(kept: TableChoice, columns: Record<C, Column>): PersonalTable<C> => ({
  ...kept,
  columns,
})

/** The same choice for several columns. */
export const each = <const C extends string>(columns: readonly C[], choice: Column) =>
  Object.fromEntries(columns.map((column) => [column, choice])) as Record<C, Column>

/** Columns that say nothing about the person. */
export const nothing = <const C extends string>(reason: string, ...columns: readonly C[]) =>
  each(columns, { nothing: reason })

export const impersonal = <const T extends TableName>(...names: readonly T[]) =>
  Object.fromEntries(names.map((name) => [name, { of: null, isImpersonal: true, columns: {} }])) as Record<
    T,
    ImpersonalTable
  >
