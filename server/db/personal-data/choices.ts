import type { MERGED_FIELDS } from '#shared/merges/contract.ts'
import type { DataExport } from '#shared/profile/contract.ts'
import type { DB } from '#server/db/schema.ts'

// The possible entries of `personal-data.ts`. They say what happens to a column when a person exports their data, when
// an account is closed, when two records of one person are merged, and in the history log.

/**
 * A column that says nothing about the person, with the reason: a key, a counter, a secret, or which staff member did
 * it.
 */
type Impersonal = { nothing: string }

type Personal = {
  /**
   * How the person's own export (`GET /api/my/export`) contains the column.
   * - `true`: under the name of the column; a text: under this name.
   * - `shown`: formatted by code under this key (a name for an id, pesos for centavos); a test expects the key.
   * - `only`: under the name of the column, and empty in rows for which this SQL condition is false.
   * - `left`: not exported, for this reason.
   */
  export: true | string | { shown: string } | { only: string } | { left: string }
  /**
   * What closing an account does to the column.
   * - A text is the SQL of the new value: `null`, `false`, a fixed word; `$now` is the time of closing.
   * - `stays`: the value is kept, for this reason; `recomputed`: code computes it from the remaining columns.
   * Rows of a table with `rows: 'deleted'` are deleted instead.
   */
  erase: string | { stays: string }
  /**
   * Which value the remaining record gets in a merge; required in tables whose merge is `one record`.
   * - `chosen`: an admin chooses one record's value for all columns of this field.
   * - `kept`: the remaining record's value; `filled`: the same or, if it is empty, the other's.
   * - `account`: decided by the code of the merge, from the passwords and e-mails of both accounts.
   * - `earlier`: the earlier of two instants; `counted`: from the visits of both; `recomputed`: from other columns.
   * The values before the merge are stored for undoing it if the rule is `chosen`, `filled`,
   * `account` or `earlier`.
   */
  merge?:
    | { chosen: (typeof MERGED_FIELDS)[number] }
    | 'kept'
    | 'filled'
    | 'account'
    | 'earlier'
    | 'counted'
    | 'recomputed'
  /**
   * What the history log contains about a change of the column. Left out or `named`: only that it changed, without its
   * values, also if the event's field has another name (`{ named: 'photo' }`). `shown`: the values before and after.
   */
  log?: 'shown' | 'named' | { named: string }
}

export type Column = Impersonal | Personal

/** Every table of the database; `users` is left out, because it is a view of people and accounts. */
export type TableName = Exclude<keyof DB, 'users'>

export type PersonalTable<C extends string = string> = {
  of: Owner
  merge?: TableMerge
  /** Closing an account deletes the person's rows of this table. */
  rows?: 'deleted'
  /**
   * The part of the export that contains the table's columns. If undefined, the columns are in the part `further` under
   * the table's name.
   */
  part?: keyof DataExport
  columns: Record<C, Column>
}

export type PersonalData = { [T in TableName]: PersonalTable<string & keyof DB[T]> | ImpersonalTable }

/**
 * A table without personal data. A table that refers to a person or contains contact details cannot be listed as one.
 */
type ImpersonalTable = { of: null; isImpersonal: true; columns: Record<string, never> }

/**
 * What a merge does with a table. `moves`: the rows move to the remaining record. `one record`: each column has a rule
 * for the two values. `stays`: the rows keep their owner, with the reason.
 */
type TableMerge = 'one record' | 'moves' | { stays: string }

/**
 * The owner of a row: the person or client whose id is in the named column, or, if the column has the id of a row `in`
 * another listed table, the owner of that row.
 */
type Owner = { person: string } | { client: string } | { row: string; in: TableName } | null

type TableChoice = Omit<PersonalTable, 'columns'>

/**
 * `person`, `client` and `row` describe whom the rows of a table are about: the person or client whose id is in the
 * column, or whoever a row of another table is about.
 */
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
/** Rows without an owner: the clinic's own records. They may name people, and are never changed for one person. */
export const clinic: TableChoice = { of: null }
export const deleted = (kept: TableChoice): TableChoice => ({ ...kept, rows: 'deleted' })

export const table = <C extends string>(kept: TableChoice, columns: Record<C, Column>): PersonalTable<C> => ({
  ...kept,
  columns,
})

/** Makes the same choice for several columns, such as that they are erased with the person. */
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
