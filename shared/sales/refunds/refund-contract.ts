import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, optionalText, quantity, requiredText, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { sale } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { PAYMENT_METHODS } from '#shared/sales/payment.ts'

/** A line of a sale with what of it can still go back; `discount_left` and the like belong to all pieces that are left. */
const refundableLine = z.object({
  position: z.number().int(),
  name: z.string(),
  is_add_on: z.boolean(),
  price: pesosAnswer,
  quantity_sold: z.number().int(),
  quantity_left: z.number().int(),
  discount_left: pesosAnswer,
  less_vat_left: pesosAnswer,
  order_discount_left: pesosAnswer,
})
export type RefundableLine = z.output<typeof refundableLine>

const refundable = z.object({
  sale,
  lines: z.array(refundableLine),
  /** What can still go back in all. */
  left: pesosAnswer,
})

const refundBody = strictBody({
  /** Pieces of lines, by their positions. */
  lines: z
    .array(strictBody({ position: z.number().int().min(1), quantity }), s.refundLineRequired)
    .min(1, s.refundLineRequired)
    .max(2_000),
  /** What goes back as the screen has worked it out; the server compares it. */
  total: pesos,
  method: z.enum(PAYMENT_METHODS, s.methodRequired),
  reference_number: optionalText(60),
  reason: requiredText(200, s.refundReasonRequired),
  /** The terminal whose drawer it leaves, where cash control is on; left out, the only active one. */
  terminal_id: id.nullish(),
  approval_id: id.nullish(),
})

const byId = z.object({ id })

/** Giving pieces of a sale back. */
export const refundContract = {
  refundable: endpoint({
    method: 'GET',
    url: '/api/transactions/:id/refundable',
    access: 'sales.create',
    summary: 'What of a sale can still be refunded, line by line',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: refundable }),
  }),
  refund: endpoint({
    method: 'POST',
    url: '/api/transactions/:id/refund',
    access: 'sales.create',
    summary:
      'Give back a sale of an earlier day, or pieces of its lines, by a document of its own (an admin, or with an approval; header Idempotency-Key)',
    status: 201,
    idempotent: true,
    params: byId,
    body: refundBody,
    response: z.object({ data: sale }),
  }),
}
