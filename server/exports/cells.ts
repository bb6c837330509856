import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { clinicExportMessages as s } from '#shared/exports/messages.ts'
import { manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import type { FileColumn } from './views.ts'

/**
 * The heading of a column, made from its name: `price_centavos` is "Price", `client_id` is "Client ID" and, for the
 * column with the client's name, "Client".
 */
export function headingOf({ column, type, isName }: FileColumn): string {
  const words = column
    .replace(/_centavos$/, '')
    .replace(/_id$/, '')
    .replaceAll('_', ' ')
  const text = words === 'id' ? s.id : words.charAt(0).toUpperCase() + words.slice(1)
  // The heading of a column such as `created_by` gets the word ID, because the column with the name is beside it.
  const isId = column.endsWith('_id') || (type === 'uuid' && column !== 'id')
  return isId && !isName ? `${text} ${s.id}` : text
}

/**
 * Formats an instant in Philippine time. Milliseconds are written only if there are any, so that an import restores the
 * instant exactly.
 */
function momentOf(at: Date): string {
  const milliseconds = at.getMilliseconds()
  return `${manilaDate(at)} ${manilaTime(at)}${milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`}`
}

/**
 * Formats one element of a list for a CSV cell, quoted like an element of a PostgreSQL array if it would otherwise be
 * ambiguous.
 */
function elementOf(value: unknown): string {
  const text = value instanceof Date ? momentOf(value) : String(value)
  return /^$|^null$|[,"\\{}]|^\s|\s$/i.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}

/**
 * Formats a stored value for a CSV cell: amounts in pesos, moments in Philippine time. An import converts the cell back
 * (`server/clinic-imports`).
 */
export function cellOf(value: unknown, { column, type }: FileColumn): CsvCell {
  if (value === null || value === undefined) return ''
  if (type === 'jsonb') return JSON.stringify(value)
  if (column.endsWith('_centavos') && !type.endsWith('[]')) return Number(value)
  if (value instanceof Date) return { value: momentOf(value) }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'boolean') return value ? s.yes : s.no
  if (typeof value === 'number' || typeof value === 'bigint') return { value: String(value) }
  if (Array.isArray(value)) return value.map(elementOf).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^(date|time|numeric|bigint|integer|smallint)/.test(type) ? { value } : value
}

/** The JSON schema of a column's cells. */
function schemaOf({ column, type, table, isName }: FileColumn) {
  const source = isName ? {} : { 'x-column': `${table}.${column}` }
  if (column.endsWith('_centavos')) return { type: 'number', description: 'PHP', ...source }
  if (type === 'boolean') return { enum: [s.yes, s.no], ...source }
  if (/^(integer|bigint|smallint)$/.test(type)) return { type: 'integer', ...source }
  if (/^(numeric|double|real)/.test(type)) return { type: 'number', ...source }
  if (type === 'uuid') return { type: 'string', format: 'uuid', ...source }
  if (type === 'date') return { type: 'string', format: 'date', ...source }
  return { type: 'string', ...source }
}

/** The JSON schema of a file's rows. An empty cell means that there is no value. */
export const schemaOfFile = (columns: readonly FileColumn[]) => ({
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [headingOf(column), schemaOf(column)])),
})
