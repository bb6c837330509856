import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'

/**
 * The id of a download, made by the page. The browser saves the file itself, so the page does not learn whether the
 * download was refused; it sends this id to ask whether the export has started.
 */
const exportId = z.uuid().optional()

/** Calls that export all data of the clinic as one ZIP file. */
export const clinicExportContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/clinic/export',
    access: 'exports.manage',
    summary: 'What an export of all data would contain, whether one is running, and whether one with an id has started',
    querystring: z.strictObject({ id: exportId }),
    response: z.object({
      data: z.object({
        is_running: z.boolean(),
        /** True if an export with the id of the request has started. */
        has_started: z.boolean(),
        /** True if the clinic keeps charts, which are then exported too. */
        has_charts: z.boolean(),
        /** The names of the CSV files that the export contains. */
        files: z.array(z.string()),
        /** The number of documents that an export with documents as PDF files would contain. */
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
      /** With `pdf`, the export also contains each receipt, invoice, void, refund and Z-reading as a PDF file. */
      documents: z.enum(['pdf']).optional(),
      id: exportId,
    }),
    response: z.string().describe('application/zip'),
  }),
}
