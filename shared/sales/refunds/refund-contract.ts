import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, optionalText, quantity, requiredText, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { prepaidCard } from '#shared/prepaid/contract.ts'
import { sale } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { MONEY_METHODS } from '#shared/sales/payment.ts'

/** A line with what can still be refunded; `discount_left` and similar fields are for all remaining pieces together. */
const refundableLine = z.object({
  position: z.number().int(),
  name: z.string(),
  is_add_on: z.boolean(),
  /** True for a product, whose pieces can go back on the shelf. */
  is_product: z.literal(true).optional(),
  /** True for a service that a session of a package paid; its refund gives the session back and moves no money. */
  is_session: z.literal(true).optional(),
  /** The holder whose Senior Citizen or PWD card covers these pieces. */
  holder: z.string().nullable(),
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
  /** The amount of the sale that can still be refunded. */
  left: pesosAnswer,
  /** The part of the refundable amount that was withheld as tax and is not paid back in money. */
  withheld_left: pesosAnswer.default(0),
})

const refundBody = strictBody({
  /** The refunded lines, each by its position on the document, with the number of pieces. */
  lines: z
    .array(
      strictBody({
        position: z.number().int().min(1),
        quantity,
        /** True if the refunded pieces of a product go back into the stock; ignored for services. */
        restock: z.boolean().optional(),
      }),
      s.refundLineRequired,
    )
    .min(1, s.refundLineRequired)
    .max(2_000),
  /** The refunded amount as the screen computed it. The server compares it with its own result. */
  total: pesos,
  method: z.enum(MONEY_METHODS, s.methodRequired),
  reference_number: optionalText(60),
  reason: requiredText(200, s.refundReasonRequired),
  /** In a clinic with cash control, the terminal whose drawer pays the cash; if left out, the only active terminal. */
  terminal_id: id.nullish(),
  approval_id: id.nullish(),
})

const byId = z.object({ id })

/** Calls that show what can be refunded of a sale, and refund it wholly or partly. */
export const refundContract = {
  refundable: endpoint({
    method: 'GET',
    url: '/api/transactions/:id/refundable',
    access: 'sales.create',
    summary: 'How much of each line of a sale can still be refunded',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: refundable }),
  }),
  refund: endpoint({
    method: 'POST',
    url: '/api/transactions/:id/refund',
    access: 'sales.create',
    summary:
      'Refund a sale of an earlier day, or pieces of its lines, with a document of its own (by an admin, or with an approval; header Idempotency-Key)',
    status: 201,
    idempotent: true,
    params: byId,
    body: refundBody,
    response: z.object({ data: sale, credit: prepaidCard.optional() }),
  }),
}
