import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant } from '#shared/lib/fields.ts'
import { paymentCheck } from '#shared/sales/payment-check-contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { reportMessages as s } from './messages.ts'
import { daysIn, MOST_DAYS, REPORTS } from './reports.ts'

const params = z.object({ report: z.enum(REPORTS) })

const range = z
  .strictObject({ from: civilDate, to: civilDate })
  .refine(({ from, to }) => from <= to, { message: saleMessages.dateOrder, path: ['to'] })
  .refine((dates) => daysIn(dates) <= MOST_DAYS, { message: s.periodTooLong, path: ['to'] })

const cells = z.array(z.union([z.string(), z.number(), z.null()]))

const check = z.object({
  id,
  checked_at: instant,
  /** Null for the nightly check. */
  checked_by: z.string().nullable(),
  /** The number of checked items of each kind. */
  counts: z.object({
    documents: z.number().int(),
    days: z.number().int(),
    series: z.number().int(),
    shifts: z.number().int(),
    readings: z.number().int(),
  }),
  /** Total number of discrepancies; `findings` describes the first few. */
  finding_count: z.number().int(),
  findings: z.array(z.string()),
})
export type BooksCheck = z.output<typeof check>

/** The owner's reports about the books. */
export const reportsContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/reports/:report',
    access: 'reports.read',
    summary:
      'A report of a range of business dates, first and last included: rows of cells (of a long report the first), the number of all rows, and the sums of the columns; amounts in pesos',
    params,
    querystring: range,
    response: z.object({
      data: z.object({
        rows: z.array(cells),
        totals: cells,
        count: z.number().int(),
        checks: z.array(paymentCheck).optional(),
      }),
    }),
  }),
  exportCsv: endpoint({
    method: 'GET',
    url: '/api/reports/:report/export.csv',
    access: 'reports.read',
    summary: 'A report of a range of business dates as CSV, with a total row',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    params,
    querystring: range,
    response: z.string().describe('text/csv'),
  }),
  lastCheck: endpoint({
    method: 'GET',
    url: '/api/books/check',
    access: 'reports.read',
    summary: 'The latest check of the books; null before the first',
    response: z.object({ data: check.nullable() }),
  }),
  checkBooks: endpoint({
    method: 'POST',
    url: '/api/books/check',
    access: 'reports.read',
    summary:
      'Check the books now: compute documents, days, numbers, shifts and readings again, and store the differences',
    database: 'none',
    response: z.object({ data: check }),
  }),
}
