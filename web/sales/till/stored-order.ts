import { z } from 'zod'
import { MAX_CENTAVOS } from '#shared/lib/money.ts'
import { checkoutBody, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { DISCOUNT_REASONS, PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { MAX_LINES, MAX_QUANTITY, type Order } from './order.ts'

const centavos = z.int().min(0).max(MAX_CENTAVOS)
const quantity = z.int().min(1).max(MAX_QUANTITY)
const addOn = z.object({ id: z.uuid(), name: z.string(), price: centavos, quantity })
const line = z.object({
  serviceId: z.uuid(),
  name: z.string(),
  treatmentId: z.uuid(),
  treatmentName: z.string(),
  price: centavos,
  quantity,
  addOns: z.array(addOn),
})
/** The body goes out again exactly as it went before, so it is checked and not changed. */
const sentBody = z.custom<CheckoutBody>((value) => checkoutBody.safeParse(value).success)

const storedOrder: z.ZodType<Order> = z.object({
  key: z.uuid(),
  lines: z.array(line).max(MAX_LINES),
  discount: z.object({
    isOn: z.boolean(),
    amount: z.string(),
    reason: z.enum(DISCOUNT_REASONS).nullable(),
    idNumber: z.string(),
  }),
  method: z.enum(PAYMENT_METHODS).nullable(),
  sent: sentBody.nullable(),
  saleId: z.uuid().nullable(),
})

/** The order that an earlier visit left on the device; null when there is none, or none that can be read. */
export function parseOrder(text: string | null): Order | null {
  if (text === null) return null
  try {
    return storedOrder.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
