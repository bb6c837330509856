import type { ReadTx } from '#server/db/pool.ts'
import type { ImportColumn } from '#shared/imports/contract.ts'
import * as views from './views.ts'

/**
 * A column as its import batch stores it: with the numbers of the rows from which the screen shows examples. The values
 * are only in the rows, so that an example disappears with its row when the client's account is closed. Earlier versions
 * of Mutya store the values in `samples`, without the numbers of their rows.
 */
export type StoredColumn = ImportColumn & { sample_rows?: number[] }

type Batch = { id: string; columns: unknown }

export const storedColumnsOf = (batch: Pick<Batch, 'columns'>) => batch.columns as StoredColumn[]

const MAX_SAMPLE = 80

/** The columns of a file, with examples of the values that its rows contain. */
export async function readColumns(tx: ReadTx, batch: Batch): Promise<ImportColumn[]> {
  const columns = storedColumnsOf(batch)
  const numbers = columns.flatMap(({ sample_rows = [] }) => sample_rows)
  const rows = await views.cellsOfRows(tx, batch.id, [...new Set(numbers)])
  const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells as string[]]))
  return columns.map(({ heading, dates, samples, sample_rows }, at) => ({
    heading,
    samples: sample_rows?.flatMap((number) => cellsOf.get(number)?.[at]?.slice(0, MAX_SAMPLE) ?? []) ?? samples,
    dates,
  }))
}
