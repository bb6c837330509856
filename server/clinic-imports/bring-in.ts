import path from 'node:path'
import { constraintError, isPgError } from '#server/db/constraint-errors.ts'
import type { Tx } from '#server/db/pool.ts'
import {
  columnsOfFile,
  exportedTables,
  storedColumns,
  tablesToExport,
  type ExportedTable,
  type TableName,
} from '#server/exports/public.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { ClinicImport } from '#shared/clinic-imports/contract.ts'
import { clinicImportRefusals as s } from '#shared/clinic-imports/messages.ts'
import { isBroughtIn, steps, type Step, type Surroundings, type Values } from './brought-tables.ts'
import * as queries from './queries.ts'
import { rowReader } from './read-cells.ts'
import { refuse, type ExportFile } from './read-zip.ts'
import * as views from './views.ts'

/** The number of rows that one statement saves. */
const AT_ONCE = 500

type Work = {
  tx: Tx
  zip: ExportFile
  stored: Awaited<ReturnType<typeof storedColumns>>
  writable: Awaited<ReturnType<typeof views.writableColumns>>
  surroundings: Surroundings
  /** Called after each batch of rows with the number of rows that were saved or counted. */
  onRows: (rows: number) => Promise<void>
}

const tableOf = (name: TableName): ExportedTable => {
  const how = exportedTables[name]
  if ('reason' in how) throw new Error(`the table ${name} is not exported`)
  return { name, ...how }
}

/** Turns a database error about a row into a 422 that names the file and the row; returns other errors as they are. */
function withPlace(error: unknown, file: string, row: number): unknown {
  // PostgreSQL's error codes of class 22 report invalid values, and those of class 23 violated constraints.
  if (!isPgError(error) || !/^2[23]/.test(error.code ?? '')) return error
  return refuse(s.row(file, row, constraintError(error)?.message ?? s.notSaved))
}

type Batch = { rows: Values[]; endsAt: number }

/** Reads the rows of a file in batches, each with the number of its last row as a spreadsheet shows it. */
async function* batchesOf({ zip, stored, writable }: Work, table: ExportedTable): AsyncGenerator<Batch, void> {
  let read: ReturnType<typeof rowReader> | undefined
  let rows: Values[] = []
  let line = 1
  const required = (name: TableName) => writable.get(name)?.required
  for await (const piece of zip.rows(table.file))
    for (const cells of piece) {
      if (!read) {
        const columns = columnsOfFile(table, stored)
        read = rowReader(table.file, cells, columns, (column) => required(column.table)?.has(column.column) ?? false)
        continue
      }
      line++
      rows.push(readRow(read, cells, table.file))
      if (rows.length < AT_ONCE) continue
      yield { rows, endsAt: line }
      rows = []
    }
  if (rows.length > 0) yield { rows, endsAt: line }
}

function readRow(read: ReturnType<typeof rowReader>, cells: readonly string[], file: string): Values {
  try {
    return read(cells)
  } catch (error) {
    throw error instanceof AppError ? error : refuse(s.changedFile(file))
  }
}

/**
 * Saves the rows of one step. The first pass inserts them without the columns listed in `afterwards`; the second pass
 * fills these columns.
 */
async function doStep(work: Work, step: Step, pass: 'insert' | 'fill'): Promise<void> {
  const { tx, surroundings } = work
  const { table, afterwards = [], adjust = (row) => row } = step
  const source = tableOf(step.from ?? table)
  // A clinic without the clinical record exports no charts.
  if (source.isClinical && !work.zip.has(source.file)) return
  const { all = [], needed = [] } = work.writable.get(table) ?? {}
  for await (const { rows, endsAt } of batchesOf(work, source)) {
    const adjusted = rows.map((row) => adjust(row, surroundings)).filter((row) => row !== null)
    const [first = {}] = adjusted
    if (adjusted.length > 0 && needed.some((name) => !(name in first))) throw refuse(s.earlierVersion(source.file))
    const columns = pass === 'fill' ? afterwards : all.filter((name) => name in first && !afterwards.includes(name))
    const wanted = pass === 'fill' ? adjusted.filter((row) => row[afterwards[0]!] !== null) : adjusted
    const save = pass === 'fill' ? queries.fillRows : queries.insertRows
    try {
      if (wanted.length > 0) await save(tx, { table, columns, rows: wanted })
    } catch (error) {
      throw withPlace(error, source.file, endsAt)
    }
    if (pass === 'insert' && step.from === undefined) await work.onRows(rows.length)
  }
}

async function countRows({ zip, onRows }: Work, file: string): Promise<number> {
  let rows = -1
  for await (const piece of zip.rows(file)) rows += piece.length
  await onRows(Math.max(0, rows))
  return Math.max(0, rows)
}

/**
 * Brings all rows of an export into an empty clinic, inside an open transaction. Throws a 422 that names the file and
 * the row if a row cannot be saved.
 */
export async function bringInRows(
  tx: Tx,
  zip: ExportFile,
  { now, onRows }: { now: Date; onRows: Work['onRows'] },
): Promise<void> {
  if (!zip.has('clients.csv') || !zip.has('users.csv')) throw refuse(s.notAnExport)
  await queries.lockOutVacuum(tx, [...new Set(steps.map(({ table }) => table))])
  if (!(await views.isClinicEmpty(tx))) throw refuse(s.notEmpty)
  const surroundings = { now, takenEmails: new Set(await views.presentEmails(tx)), clientPeople: new Set<string>() }
  const [stored, writable] = [await storedColumns(tx), await views.writableColumns(tx)]
  const work: Work = { tx, zip, stored, writable, surroundings, onRows }
  await queries.prepareSession(tx)
  const replaced = steps.filter(({ table, replaces }) => replaces && zip.has(tableOf(table).file))
  for (const { table } of replaced.toReversed()) await queries.deleteRows(tx, table)
  for (const step of steps) await doStep(work, step, 'insert')
  for (const step of steps) if (step.afterwards) await doStep(work, step, 'fill')
  await queries.checkDeferred(tx)
}

/** Counts the rows of each file of an export, also of files that are not imported. */
export async function countFiles(
  tx: Tx,
  zip: ExportFile,
  onRows: Work['onRows'],
): Promise<NonNullable<ClinicImport['counts']>> {
  const counts = []
  for (const { name, file } of tablesToExport({ withCharts: true })) {
    if (!zip.has(file)) continue
    const rows = await countRows({ tx, zip, onRows } as Work, file)
    counts.push({ file, rows, is_brought_in: isBroughtIn(name) })
  }
  return counts
}

/** Unpacks the photos and files. Their names are random, so that they replace nothing of this clinic. */
export async function unpackUploads(zip: ExportFile, uploadsDir: string, closing: AbortSignal): Promise<void> {
  for (const { name, target } of zip.uploads()) {
    closing.throwIfAborted()
    await zip.unpack(name, path.join(uploadsDir, target))
  }
}
