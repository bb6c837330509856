import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { civilDate, id, instant, messageAnswer, strictBody, version } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { dates, withPeriod } from '#shared/lib/period-fields.ts'

const chartSettings = z.object({
  /** If false, the clinic keeps no charts, and every call about a chart answers 404. */
  is_on: z.boolean(),
  /** If false, a practitioner reads only the charts of clients who have a visit with them. */
  is_open_to_practitioners: z.boolean(),
  version,
})
export type ChartSettings = z.output<typeof chartSettings>

/** The data that every part of a chart shows at its top: the client, and until when a locked chart is kept. */
const chartHead = z.object({
  client_id: id,
  name: z.string(),
  contact_number: z.string().nullable(),
  photo: z.string().nullable(),
  last_visit: civilDate.nullable(),
  /** Set when the client's account is closed: nobody writes the chart any more, and it is kept until this date. */
  locked_until: civilDate.nullable(),
})
export type ChartHead = z.output<typeof chartHead>

/**
 * What somebody opened: `chart` is a whole chart, the other kinds are one of its photos, forms or notes, or a file with
 * its data.
 */
export const CHART_READ_KINDS = ['chart', 'photo', 'form', 'note', 'export'] as const
export type ChartReadKind = (typeof CHART_READ_KINDS)[number]

const chartRead = z.object({
  id,
  kind: z.enum(CHART_READ_KINDS),
  read_at: instant,
  read_by: z.string(),
  client_id: id,
  client_name: z.string(),
})
export type ChartRead = z.output<typeof chartRead>

/** Lists of charts: `locked` has those of closed accounts; `past` has those that need not be kept any longer. */
export const KEPT_CHARTS = ['locked', 'past'] as const

const keptChart = z.object({
  client_id: id,
  name: z.string(),
  last_visit: civilDate.nullable(),
  kept_until: civilDate,
  is_locked: z.boolean(),
})
export type KeptChart = z.output<typeof keptChart>

/** The kinds of signed records whose hashes form a chain, so that later changes are detected. */
const CHAINED_RECORDS = ['forms', 'notes'] as const
export type ChainedRecords = (typeof CHAINED_RECORDS)[number]

const recordFinding = z.object({
  records: z.enum(CHAINED_RECORDS),
  /**
   * `altered`: no longer what was signed · `deleted`: it was signed and is gone · `unlisted`: it is not in the chain,
   * so it was not signed in Mutya · `broken`: the chain itself was changed.
   */
  problem: z.enum(['altered', 'deleted', 'unlisted', 'broken']),
  /** The signed record with the problem; null for a deleted record and for a broken chain. */
  record: z.object({ client_id: id, client_name: z.string(), title: z.string(), signed_on: civilDate }).nullable(),
})
export type RecordFinding = z.output<typeof recordFinding>

const recordCheck = z.object({
  checked_at: instant,
  forms: z.number().int(),
  notes: z.number().int(),
  findings: z.array(recordFinding),
})
export type RecordCheck = z.output<typeof recordCheck>

/** Filters the read log by days, reader and kind; a missing filter matches all. */
const readFilter = {
  ...dates,
  reader_id: id.optional(),
  kind: z.enum(CHART_READ_KINDS).optional(),
}

export const CHART_READ_FILES = {
  csv: 'chart-read-log.csv',
  xlsx: 'chart-read-log.xlsx',
  pdf: 'chart-read-log.pdf',
} as const

const keptFilter = { state: z.enum(KEPT_CHARTS).default('locked') }

export const chartsContract = {
  settings: endpoint({
    method: 'GET',
    url: '/api/clinical-record',
    access: 'clinic.manage',
    summary: 'Whether the clinic keeps charts, and who reads them',
    response: z.object({ data: chartSettings }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    url: '/api/clinical-record',
    access: 'clinic.manage',
    summary:
      'Switch the clinical record on or off, and open the charts to all practitioners or not; nothing is deleted',
    body: strictBody({ is_on: z.boolean(), is_open_to_practitioners: z.boolean() }),
    response: z.object({ data: chartSettings }),
    errorData: { stale: chartSettings },
    ifMatch: true,
  }),
  recordCheck: endpoint({
    method: 'GET',
    url: '/api/clinical-record/check',
    access: 'clinic.manage',
    summary: 'The last check of all signed forms and treatment notes; null before the first',
    response: z.object({ data: recordCheck.nullable() }),
  }),
  chart: endpoint({
    method: 'GET',
    url: '/api/charts/:clientId',
    access: 'charts.read',
    summary: 'The head of a chart. Each opening of a chart is recorded in the read log',
    database: 'none',
    writesOnRead: true,
    params: z.object({ clientId: id }),
    response: z.object({ data: chartHead }),
  }),
  keptCharts: endpoint({
    method: 'GET',
    url: '/api/kept-charts',
    access: 'clinic.manage',
    summary: 'Charts of closed accounts, or charts that need not be kept any longer, the oldest visit first',
    querystring: pageQuery(25, keptFilter),
    response: z.object({ data: z.array(keptChart), ...pageCounters }),
  }),
  exportKeptCharts: exportOf('/api/kept-charts', 'clinic.manage', 'The listed charts', searchQuery(keptFilter)),
  deleteChart: endpoint({
    method: 'DELETE',
    url: '/api/charts/:clientId',
    access: 'clinic.manage',
    summary: 'Delete a chart that need not be kept any longer, with its photos; the client, visits and sales stay',
    database: 'none',
    params: z.object({ clientId: id }),
    response: messageAnswer,
  }),
  reads: endpoint({
    method: 'GET',
    url: '/api/chart-reads',
    access: 'clinic.manage',
    summary: 'Who has opened which chart, photo or document, newest first',
    querystring: withPeriod(pageQuery(25, readFilter)),
    response: z.object({
      data: z.array(chartRead),
      /** The people who have read charts, to filter the list by one of them. */
      summary: z.object({ readers: z.array(z.object({ id, name: z.string() })) }),
      ...pageCounters,
    }),
  }),
  exportReads: endpoint({
    method: 'GET',
    url: '/api/chart-reads/export.csv',
    access: 'clinic.manage',
    summary: 'The filtered read log as a CSV file',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: withPeriod(searchQuery(readFilter)),
    response: z.string().describe('text/csv'),
  }),
}
