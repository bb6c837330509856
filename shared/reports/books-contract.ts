import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant } from '#shared/lib/fields.ts'

const check = z.object({
  id,
  checked_at: instant,
  /** The person who started the check; null for the nightly check. */
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

/** The calls that read the last check of the books and start a new one. */
export const booksContract = {
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
