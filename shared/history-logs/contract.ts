import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { EVENT_KINDS, type EventKind } from '#shared/lib/event-type.ts'
import { id, instant } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'

export const LOG_TYPES = EVENT_KINDS
export type LogType = EventKind

/** Accepts the specification's type `add` in the filter of an export, where it means `create`. */
export const typeInExport = (type: unknown): unknown => (type === 'add' ? 'create' : type)

/** The kind of record that an entry is about, such as `product` or `session`. */
const subject = z.string().max(40).optional()

const sort = z.enum(['newest', 'oldest']).default('newest')

/** The kinds of records whose own history can be opened. */
const RECORD_KINDS = [
  'product',
  'treatment',
  'service',
  'add-on',
  'client',
  'user',
  'appointment',
  'resource',
  'sold package',
  'clinic',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** The kinds of records by which the log can be filtered. */
export const LOG_SUBJECTS = [
  'appointment',
  'sale',
  'client',
  'user',
  'session',
  'treatment',
  'service',
  'add-on',
  'product',
  'category',
  'resource',
  'disabled date',
  'shift',
  'clinic',
] as const
export type LogSubject = (typeof LOG_SUBJECTS)[number]

/** A changed field with its old and new value, which are missing if the log does not store them. */
const logChange = z.object({
  field: z.string(),
  label: z.string(),
  /** True when the headline already mentions this change. */
  told: z.boolean(),
  from: z.string().nullable().optional(),
  to: z.string().nullable().optional(),
})

const historyLog = z.object({
  id,
  /** The name that the person had when the entry was written. */
  user: z.string(),
  user_role: z.string(),
  action: z.string(),
  /** The sentence of the entry without the changed fields, which screens list separately. */
  headline: z.string(),
  type: z.enum(LOG_TYPES),
  /** The machine-readable type of the entry, such as `catalogue.service.changed`. */
  event: z.string(),
  subject: z.string(),
  subject_id: z.string().nullable(),
  changes: z.array(logChange),
  timestamp: instant,
})
export type HistoryLog = z.output<typeof historyLog>

export const historyLogsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/history-logs',
    access: 'history.read',
    summary: 'A page of the history log: who changed what, and when',
    database: 'snapshot',
    querystring: pageQuery(10, {
      type: z.enum(LOG_TYPES).optional(),
      sort,
      // Lists only the history of one record, given by kind and id. The history of a client includes that of the
      // client's account, and the history of an account that of its client.
      subject,
      subject_id: z.string().max(80).optional(),
    }),
    response: z.object({
      logs: z.array(historyLog),
      ...pageCounters,
      summary: z.object({
        total: z.number().int(),
        created: z.number().int(),
        updated: z.number().int(),
        deleted: z.number().int(),
        last_updated: instant.nullable(),
      }),
    }),
  }),
  exportCsv: endpoint({
    method: 'GET',
    url: '/api/history-logs/export',
    access: 'history.read',
    summary: 'All entries of the filtered history log as CSV, with a total row',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: searchQuery({
      type: z.preprocess(typeInExport, z.enum(LOG_TYPES)).optional(),
      sort,
      subject,
    }),
    response: z.string().describe('text/csv'),
  }),
}

/** The file names of the exported history log. */
export const LOG_FILES = { csv: 'history-logs.csv', xlsx: 'history-logs.xlsx', pdf: 'history-logs.pdf' } as const
