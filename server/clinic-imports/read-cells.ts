import { headingOf, type FileColumn } from '#server/exports/public.ts'
import { clinicExportMessages } from '#shared/exports/messages.ts'
import { clinicImportRefusals as s } from '#shared/clinic-imports/messages.ts'
import { isReferable, type Values } from './brought-tables.ts'
import { refuse } from './read-zip.ts'

/** The value that stands for an empty cell of a column that cannot be null. */
function emptyOf(type: string): string | null {
  if (type.endsWith('[]')) return '{}'
  return type === 'text' ? '' : null
}

/**
 * Converts a cell of an exported CSV file to the JSON value from which the database reads the column. It reverses
 * `cellOf` in `server/exports`.
 */
function valueOf(cell: string, { column, type }: FileColumn, isRequired: boolean): unknown {
  if (cell === '') return isRequired ? emptyOf(type) : null
  if (type === 'jsonb') return JSON.parse(cell)
  if (type.endsWith('[]')) return `{${cell}}`
  if (column.endsWith('_centavos')) return Math.round(Number(cell) * 100)
  if (type === 'boolean') return cell === clinicExportMessages.yes
  return type === 'bytea' ? `\\x${cell}` : cell
}

/**
 * Returns a function that reads the rows of a file by its headings. A column that the file lacks gets its default,
 * because the export comes from a version without this column. Throws a 422 for a heading that this version does not
 * know.
 */
export function rowReader(
  file: string,
  headings: readonly string[],
  columns: readonly FileColumn[],
  isRequired: (column: FileColumn) => boolean,
): (cells: readonly string[]) => Values {
  const known = new Map(columns.map((column) => [headingOf(column), column]))
  const strange = headings.find((heading) => !known.has(heading))
  if (strange !== undefined) throw refuse(s.unknownColumn(file, strange))
  const read = headings.map((heading) => {
    const column = known.get(heading)!
    return { column, isRequired: isRequired(column), stays: column.names === null || isReferable(column.names) }
  })
  return (cells) => {
    if (cells.length !== headings.length) throw refuse(s.changedFile(file))
    const row: Values = {}
    for (const [index, { column, isRequired: required, stays }] of read.entries())
      if (!column.isName) row[column.column] = stays ? valueOf(cells[index]!, column, required) : null
    return row
  }
}
