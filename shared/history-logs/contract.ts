import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { EVENT_KINDS, type EventKind } from '#shared/lib/event-type.ts'
import { id, instant } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'

export const LOG_TYPES = EVENT_KINDS
export type LogType = EventKind

/** The type as an export has it: 'add' is another word for 'create'. */
export const typeInExport = (type: unknown): unknown => (type === 'add' ? 'create' : type)

/** What an entry tells of, as the events name it: `product`, `session`. */
const subject = z.string().max(40).optional()

const sort = z.enum(['newest', 'oldest']).default('newest')

/** The kinds of record whose own history can be opened, as the events name them. */
const RECORD_KINDS = [
  'product',
  'treatment',
  'service',
  'add-on',
  'client',
  'user',
  'appointment',
  'resource',
  'clinic',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What the list can be narrowed to: these records, and log-ins and -outs, sales and closed dates besides. */
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
  'clinic',
] as const
export type LogSubject = (typeof LOG_SUBJECTS)[number]

/** A field that was changed, with what it was and what it became; without them where the log keeps no values. */
const logChange = z.object({
  field: z.string(),
  label: z.string(),
  /** The headline tells it. */
  told: z.boolean(),
  from: z.string().nullable().optional(),
  to: z.string().nullable().optional(),
})

const historyLog = z.object({
  id,
  /** The name the person had when it happened. */
  user: z.string(),
  user_role: z.string(),
  action: z.string(),
  /** The same without the changed fields, for a place that lists them by themselves. */
  headline: z.string(),
  type: z.enum(LOG_TYPES),
  /** What happened, for programs: `catalogue.service.changed`. */
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
    summary: 'Who changed what, and when',
    database: 'snapshot',
    querystring: pageQuery(10, {
      type: z.enum(LOG_TYPES).optional(),
      sort,
      // The history of one record: what it is and its id. A client's is that of their account too, and the reverse.
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
    summary: 'The whole filtered log as CSV, with a total row',
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
