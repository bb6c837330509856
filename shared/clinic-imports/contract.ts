import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { instant, messageAnswer, strictBody } from '#shared/lib/fields.ts'
import { clinicImportMessages as s } from './messages.ts'
import { CLINIC_IMPORT_STATES } from './states.ts'

/**
 * The size of one part of the uploaded file. The file is sent in parts, because proxies may refuse a large upload, and
 * so that an interrupted upload continues where it stopped.
 */
export const PART_BYTES = 16 * 1024 * 1024
const MAX_BYTES = 100 * 1024 ** 3

const fileCount = z.object({
  /** The name of a CSV file in the ZIP file. */
  file: z.string(),
  rows: z.number().int(),
  /** False for a file in the ZIP file whose rows the import skips. */
  is_brought_in: z.boolean(),
})

const clinicImport = z.object({
  file_name: z.string(),
  state: z.enum(CLINIC_IMPORT_STATES),
  bytes: z.number().int(),
  /** How many bytes of the ZIP file the server has received so far. */
  received: z.number().int(),
  /** The number of rows of each file; null until the check has ended. */
  counts: z.array(fileCount).nullable(),
  /** Why the ZIP file cannot be brought into the clinic. */
  problem: z.string().nullable(),
  /** The number of rows that the running step has processed; `total` is the number that it has to process. */
  done: z.number().int(),
  total: z.number().int(),
  created_at: instant,
  created_by_name: z.string(),
})
export type ClinicImport = z.output<typeof clinicImport>

const present = z.object({
  data: z.object({
    /** False once the clinic has clients, services, products, visits or sales of its own. */
    is_empty: z.boolean(),
    /** The ZIP file that was chosen last, with the state of its import; null if there is none. */
    present: clinicImport.nullable(),
  }),
})

/** Calls that bring all data of another installation into an empty clinic. */
export const clinicImportContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/clinic/import',
    access: 'imports.manage',
    summary: 'Whether the data of another installation can be brought in, and how far that is',
    database: 'snapshot',
    response: present,
  }),
  begin: endpoint({
    method: 'POST',
    url: '/api/clinic/import',
    access: 'imports.manage',
    summary: 'Begin to upload an export of all data; 409 if the clinic has data of its own',
    body: strictBody({ file_name: z.string().trim().min(1).max(200), bytes: z.number().int().min(1).max(MAX_BYTES) }),
    response: present,
  }),
  upload: endpoint({
    method: 'POST',
    url: '/api/clinic/import/parts',
    access: 'imports.manage',
    summary: 'Upload the next part of the file; after the last one the whole file is checked in the background',
    sends: 'multipart',
    file: { maxBytes: PART_BYTES, tooLarge: s.partTooLarge },
    database: 'none',
    timeoutMs: 120_000,
    body: strictBody({ from: z.coerce.number().int().min(0), file: z.file(s.fileRequired) }),
    response: present,
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/clinic/import/start',
    access: 'imports.manage',
    summary: 'Bring in the checked file in the background; either everything is saved or nothing',
    response: present,
  }),
  discard: endpoint({
    method: 'DELETE',
    url: '/api/clinic/import',
    access: 'imports.manage',
    summary: 'Delete a file that was not brought in',
    response: messageAnswer,
  }),
}
