import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, strictBody } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import {
  BATCH_STATES,
  DATE_ORDERS,
  DECISIONS,
  IMPORT_KINDS,
  MATCHES,
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  OUTCOMES,
  type ImportField,
} from './kinds.ts'
import { importMessages as s, importRefusals } from './messages.ts'

const kind = z.enum(IMPORT_KINDS)
const decision = z.enum(DECISIONS)
const dateOrder = z.enum(DATE_ORDERS)
const field = z.string().transform((text) => text as ImportField)

/** A column of the imported file, with what the check found in it. */
const column = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  /**
   * The possible orders of day and month in the column's dates; `both` if the dates fit both orders, null without
   * dates.
   */
  dates: z.enum(['dmy', 'mdy', 'both']).nullable(),
})
export type ImportColumn = z.output<typeof column>

const batchRow = z.object({
  id,
  kind,
  file_name: z.string(),
  state: z.enum(BATCH_STATES),
  row_count: z.number().int(),
  created_at: instant,
  created_by_name: z.string(),
})
export type BatchRow = z.output<typeof batchRow>

const batch = batchRow.extend({
  columns: z.array(column),
  /**
   * The field that each column of the file fills: the one that the person has chosen, or else the one that was used for
   * the last file with the same headings, or else a proposal.
   */
  fields: z.array(field.nullable()),
  /** The other system from which the file was exported; null for a file that is no known export of another system. */
  system: z.string().nullable(),
  /** True while the proposed fields are those of an earlier file with the same headings. */
  is_remembered: z.boolean(),
  date_order: dateOrder.nullable(),
  duplicates: decision,
  /** The number of rows with each outcome. */
  counts: z.partialRecord(z.enum(OUTCOMES), z.number().int()),
  /** The number of rows that the running step of the import has processed. */
  done: z.number().int(),
  /** The number of rows that an import would add to the clinic's records or use to fill empty fields. */
  to_import: z.number().int(),
  imported_at: instant.nullable(),
  undone_at: instant.nullable(),
  /** True while the import can still be undone. */
  can_undo: z.boolean(),
  /** Whether the clinic keeps birthdays and addresses of clients. */
  keeps_cards: z.boolean(),
})
export type Batch = z.output<typeof batch>

const importedRow = z.object({
  number: z.number().int(),
  cells: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  reason: z.string().nullable(),
  match_name: z.string().nullable(),
  match_by: z.enum(MATCHES).nullable(),
  same_as_row: z.number().int().nullable(),
  client_id: id.nullable(),
  decision: decision.nullable(),
})
export type ImportedRow = z.output<typeof importedRow>

const byId = z.object({ id })
const batchAnswer = z.object({ data: batch })

export const importsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/imports',
    access: 'imports.manage',
    summary: 'The imported files, newest first',
    database: 'snapshot',
    querystring: pageQuery(10, {}),
    response: z.object({ data: z.array(batchRow), ...pageCounters }),
  }),
  upload: endpoint({
    method: 'POST',
    url: '/api/imports',
    access: 'imports.manage',
    summary:
      'Read a CSV or XLSX file with clients, services, products, appointments or open packages; nothing is imported yet',
    status: 201,
    sends: 'multipart',
    file: { maxBytes: MAX_FILE_BYTES, tooLarge: importRefusals.tooLarge },
    database: 'none',
    timeoutMs: 120_000,
    body: strictBody({ kind, file: z.file(s.fileRequired).min(1, importRefusals.empty) }),
    response: z.object({ data: byId }),
  }),
  batch: endpoint({
    method: 'GET',
    url: '/api/imports/:id',
    access: 'imports.manage',
    summary: 'An imported file: its columns, its step, and how many rows have each outcome',
    database: 'snapshot',
    params: byId,
    response: batchAnswer,
  }),
  rows: endpoint({
    method: 'GET',
    url: '/api/import-rows',
    access: 'imports.manage',
    summary: 'The rows of a file with one outcome',
    database: 'snapshot',
    querystring: pageQuery(10, { batch_id: id, outcome: z.enum(OUTCOMES) }),
    response: z.object({ data: z.array(importedRow), ...pageCounters }),
  }),
  check: endpoint({
    method: 'POST',
    url: '/api/imports/:id/check',
    access: 'imports.manage',
    summary: 'Choose the field of each column, and check all rows in the background without importing any',
    params: byId,
    body: strictBody({ fields: z.array(field.nullable()).max(MAX_COLUMNS), date_order: dateOrder.nullable() }),
    response: batchAnswer,
  }),
  decide: endpoint({
    method: 'PUT',
    url: '/api/imports/:id/rows/:number',
    access: 'imports.manage',
    summary: 'Decide what happens to one row that the clinic has already; null for the choice of all rows',
    params: z.object({ id, number: z.coerce.number().int().min(1).max(2_000_000) }),
    body: strictBody({ decision: decision.nullable() }),
    response: z.object({ data: importedRow }),
  }),
  decideAll: endpoint({
    method: 'PUT',
    url: '/api/imports/:id/duplicates',
    access: 'imports.manage',
    summary: 'Decide what happens to all rows that the clinic has already',
    params: byId,
    body: strictBody({ decision }),
    response: batchAnswer,
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/imports/:id/start',
    access: 'imports.manage',
    summary: 'Import the checked rows in the background; 409 while another import is running',
    params: byId,
    response: batchAnswer,
  }),
  undo: endpoint({
    method: 'POST',
    url: '/api/imports/:id/undo',
    access: 'imports.manage',
    summary: 'Remove what a file has added, in the background; records that are used or changed stay',
    params: byId,
    response: batchAnswer,
  }),
  refused: endpoint({
    method: 'GET',
    url: '/api/imports/:id/refused-rows',
    access: 'imports.manage',
    summary: 'The rows that cannot be imported as CSV, with the reason in the last column',
    answers: 'file',
    database: 'none',
    params: byId,
    response: z.string().describe('text/csv'),
  }),
  discard: endpoint({
    method: 'DELETE',
    url: '/api/imports/:id',
    access: 'imports.manage',
    summary: 'Delete a file that was not imported',
    params: byId,
    response: messageAnswer,
  }),
}
