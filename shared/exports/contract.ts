import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'

/** All data of the clinic as one file. */
export const clinicExportContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/clinic/export',
    access: 'exports.manage',
    summary: 'What an export of all data would contain, and whether one is running',
    response: z.object({
      data: z.object({
        is_running: z.boolean(),
        /** True if the clinic keeps charts, which are then exported too. */
        has_charts: z.boolean(),
        /** The names of the CSV files. */
        files: z.array(z.string()),
        /** How many documents an export with documents as PDF would draw. */
        documents: z.number().int(),
      }),
    }),
  }),
  download: endpoint({
    method: 'GET',
    url: '/api/clinic/export.zip',
    access: 'exports.manage',
    summary: 'All data of the clinic as a ZIP file: a CSV file for each kind of record, photos and files',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: z.strictObject({
      /** `pdf`: with each receipt, invoice, void, refund and Z-reading as a PDF file. */
      documents: z.enum(['pdf']).optional(),
    }),
    response: z.string().describe('application/zip'),
  }),
}
