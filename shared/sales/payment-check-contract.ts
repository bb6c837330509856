import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody, version } from '#shared/lib/fields.ts'

/** Whether the owner has seen a payment in the wallet or at the bank. */
export const paymentCheck = z.object({
  document_id: id,
  /** The payment's place among those of its document, from 1. */
  position: z.number().int(),
  is_seen: z.boolean(),
  /** 0 for a payment that nobody has marked yet. */
  version,
})
export type PaymentCheck = z.output<typeof paymentCheck>

export const paymentCheckContract = {
  mark: endpoint({
    method: 'PUT',
    url: '/api/transactions/:id/payment-seen',
    access: 'reports.read',
    summary: 'Mark a payment as seen in the wallet or at the bank, or remove the mark',
    params: z.object({ id }),
    body: strictBody({ position: z.number().int().min(1).max(100), is_seen: z.boolean() }),
    response: z.object({ data: paymentCheck }),
    errorData: { stale: paymentCheck },
    ifMatch: true,
  }),
}
