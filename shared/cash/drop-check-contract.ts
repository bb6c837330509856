import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody, version } from '#shared/lib/fields.ts'

/** Whether the owner has seen a bank drop on the bank statement. */
export const dropCheck = z.object({
  movement_id: id,
  is_seen: z.boolean(),
  /** 0 for a drop that nobody has marked yet. */
  version,
})
export type DropCheck = z.output<typeof dropCheck>

export const dropCheckContract = {
  mark: endpoint({
    method: 'PUT',
    url: '/api/cash/movements/:id/drop-seen',
    access: 'reports.read',
    summary: 'Mark a bank drop as seen on the bank statement, or remove the mark',
    params: z.object({ id }),
    body: strictBody({ is_seen: z.boolean() }),
    response: z.object({ data: dropCheck }),
    errorData: { stale: dropCheck },
    ifMatch: true,
  }),
}
