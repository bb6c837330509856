import type { Tx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { DateOrder, Decision, ImportField, Outcome } from '#shared/imports/kinds.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { CheckedRow } from './queries.ts'
import type { StagedRow } from './views.ts'

/** The text that a row has for each field; fields without a text are left out. */
export type RowValues = Partial<Record<ImportField, string>>

type ReadOptions = { dateOrder: DateOrder; today: CivilDate }

/** The data of a row that can be imported, or every reason why the row cannot be imported. */
type RowReading<Data> = { data: Data } | { reasons: string[] }

/** The keys of a row, by which it is compared with the clinic's records and with other rows. */
export type RowKeys = Pick<CheckedRow, 'email_key' | 'phone_key' | 'name_key' | 'birth_key'>
export const NO_KEYS: RowKeys = { email_key: null, phone_key: null, name_key: null, birth_key: null }

/** The result of comparing a row with the clinic's records, such as a duplicate. */
export type Finding = {
  outcome: Extract<Outcome, 'new' | 'duplicate' | 'refused'>
  reason?: string
} & Partial<Pick<CheckedRow, 'client_id' | 'same_as_row' | 'match_name' | 'match_by'>>

export type ReadRow<Data> = { row: StagedRow; data: Data }
export type DecidedRow<Data> = ReadRow<Data> & { decision: Decision }

/** What an import has saved for a row: a new record, or values in empty fields of an existing one. */
export type Saved = {
  outcome: Extract<Outcome, 'created' | 'filled' | 'skipped'>
  record_id?: string
  client_id?: string
  filled?: object
}

/**
 * The result of undoing the import of a row: its record was removed (`reason` is null), or stays for the given reason.
 */
export type Undone = { row: StagedRow; reason: string | null }

type By = Context<Principal>
export type CheckContext = { tx: Tx; batchId: string; branchId: string; today: CivilDate }

/**
 * How rows of one kind, such as clients, are read, compared, saved and undone. Each kind calls the functions of the
 * feature that owns its records.
 */
export type RowKind<Data> = {
  /** The number of rows that are saved in one transaction. */
  chunkSize: number
  read: (values: RowValues, options: ReadOptions) => RowReading<Data>
  keysOf: (data: Data) => RowKeys
  find: (context: CheckContext, rows: readonly ReadRow<Data>[]) => Promise<Finding[]>
  /** Saves the rows. Throws an `AppError` if one of them cannot be saved. */
  save: (by: By, rows: readonly DecidedRow<Data>[], batchId: string) => Promise<Saved[]>
  undo: (by: By, rows: readonly StagedRow[], batch: { id: string; importedAt: Date }) => Promise<Undone[]>
}

/** Reads the cells of a row by the fields of their columns. */
export function valuesOf(cells: readonly string[], fields: readonly (ImportField | null)[]): RowValues {
  const values: RowValues = {}
  for (const [at, field] of fields.entries()) {
    const text = cells[at]?.trim() ?? ''
    // A dash, `n/a` or a similar word counts as an empty cell, because people write it when they have no value.
    if (field !== null && text !== '' && !/^(?:-+|—|n\/?a|none|null|wala)$/i.test(text)) values[field] = text
  }
  return values
}
