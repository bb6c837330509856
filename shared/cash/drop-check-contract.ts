import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody } from '#shared/lib/fields.ts'
import { markCall, seenMark } from '#shared/lib/seen-mark.ts'

/** Whether the owner has seen a bank drop on the bank statement. */
export const dropCheck = seenMark({ movement_id: id })
export type DropCheck = z.output<typeof dropCheck>

export const dropCheckContract = {
  mark: endpoint({
    ...markCall,
    url: '/api/cash/movements/:id/drop-seen',
    summary: 'Mark a bank drop as seen on the bank statement, or remove the mark',
    body: strictBody({ is_seen: z.boolean() }),
    response: z.object({ data: dropCheck }),
    errorData: { stale: dropCheck },
  }),
}
