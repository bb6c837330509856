import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody } from '#shared/lib/fields.ts'
import { markCall, seenMark } from '#shared/lib/seen-mark.ts'

/**
 * The owner's mark that a payment was seen in the wallet or at the bank. `position` is the payment's place in the
 * document, from 1.
 */
export const paymentCheck = seenMark({ document_id: id, position: z.number().int() })
export type PaymentCheck = z.output<typeof paymentCheck>

export const paymentCheckContract = {
  mark: endpoint({
    ...markCall,
    url: '/api/transactions/:id/payment-seen',
    summary: 'Mark a payment as seen in the wallet or at the bank, or remove the mark',
    body: strictBody({ position: z.number().int().min(1).max(100), is_seen: z.boolean() }),
    response: z.object({ data: paymentCheck }),
    errorData: { stale: paymentCheck },
  }),
}
