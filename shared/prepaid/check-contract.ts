import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody } from '#shared/lib/fields.ts'
import { markCall, seenMark } from '#shared/lib/seen-mark.ts'
import { CARD_SALE_KINDS } from './card-sales.ts'

const kind = z.enum(CARD_SALE_KINDS)

/**
 * The owner's mark, made after a look into the wallet or at the bank: a client's payment for something paid ahead has
 * arrived (`sold`), or the money that the clinic gave back has left (`voided`).
 */
export const prepaidCheck = seenMark({ account_id: id, kind })
export type PrepaidCheck = z.output<typeof prepaidCheck>

export const prepaidCheckContract = {
  mark: endpoint({
    ...markCall,
    url: '/api/money-paid-ahead/:id/payment-seen',
    summary:
      'Mark money paid ahead, or what was given back of it, as seen in the wallet or at the bank, or remove the mark',
    body: strictBody({ kind, is_seen: z.boolean() }),
    response: z.object({ data: prepaidCheck }),
    errorData: { stale: prepaidCheck },
  }),
}
