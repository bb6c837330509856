import { z } from 'zod'
import { periodMessages } from '#shared/lib/messages.ts'
import { dropCheck } from '#shared/cash/drop-check-contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id } from '#shared/lib/fields.ts'
import { prepaidCheck } from '#shared/prepaid/check-contract.ts'
import { paymentCheck } from '#shared/sales/payment-check-contract.ts'
import { ROW_NOTES } from './columns.ts'
import { reportMessages as s } from './messages.ts'
import { daysIn, MOST_DAYS, REPORTS } from './reports.ts'

const params = z.object({ report: z.enum(REPORTS) })

const range = z
  .strictObject({
    from: civilDate,
    to: civilDate,
    /** Limits a report of visits to those of a practitioner, and a report of sales to those of a cashier. */
    person_id: id.optional(),
  })
  .refine(({ from, to }) => from <= to, { message: periodMessages.dateOrder, path: ['to'] })
  .refine((dates) => daysIn(dates) <= MOST_DAYS, { message: s.periodTooLong, path: ['to'] })

/** The owner's mark that the money of a report's row, such as a payment or a bank drop, has arrived. */
const check = z.union([paymentCheck, prepaidCheck, dropCheck])
export type ReportCheck = z.output<typeof check>

const cells = z.array(z.union([z.string(), z.number(), z.null()]))

const people = z.array(z.object({ id, name: z.string() }))

/** The calls that return reports for the owner, as data and as files. */
export const reportsContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/reports/:report',
    access: 'reports.read',
    summary:
      'A report of a range of business dates, first and last included: rows of cells (of a long report the first), the number of all rows, and the sums of the columns; amounts in pesos',
    database: 'report',
    params,
    querystring: range,
    response: z.object({
      data: z.object({
        rows: z.array(cells),
        totals: cells,
        count: z.number().int(),
        checks: z.array(check).optional(),
        /** Only of a report that lists clients: the id of each row's client, in the order of the rows. */
        clients: z.array(id).optional(),
        /** Notes about some of the rows, which the report shows below the rows; missing if there are no notes. */
        notes: z.array(z.enum(ROW_NOTES)).optional(),
      }),
    }),
  }),
  people: endpoint({
    method: 'GET',
    url: '/api/report-people',
    access: 'reports.read',
    summary: 'The practitioners and cashiers to whom reports can be limited, also former ones',
    response: z.object({ data: z.object({ practitioner: people, cashier: people }) }),
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
}
