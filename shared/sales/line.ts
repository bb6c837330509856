import { z } from 'zod'
import { id, quantity, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { PAYMENT_METHODS } from './payment.ts'
import { LINE_DISCOUNT_REASONS } from './payment.ts'
import type { Taxed } from './tax.ts'

// A line of a sale: as the till orders it, as the books answer it (both in pesos), and as code works with it.

const percent = z.number().min(0).max(100).multipleOf(0.01)

const orderAddOn = strictBody({ addOn_id: id, addOn_name: z.string().max(200), addOn_price: pesos, quantity })

/** As the till knows it: the server compares prices with its own, and takes names from the catalogue. */
export const orderLine = strictBody({
  service_id: id,
  name: z.string().max(200),
  quantity,
  price: pesos,
  treatment_id: id,
  addOns: z.array(orderAddOn).max(30).default([]),
  /** Off the price of the service, without its add-ons; counts up to it. */
  discount: pesos.default(0),
  /** In place of the amount: a share of the price, with at most two decimals. */
  discount_percent: percent.nullish(),
  discount_reason: z.enum(LINE_DISCOUNT_REASONS).nullish(),
  /** The card of the order counts for it and its add-ons. */
  senior_pwd: z.boolean().default(false),
})

/** What was taken off; missing where nothing was. The price times the quantity less these is what the line comes to. */
const discounted = {
  discount: pesosAnswer.optional(),
  /** The VAT that the holder of a card did not pay. */
  less_vat: pesosAnswer.optional(),
}

const soldAddOn = z.object({
  addOn_id: id,
  addOn_name: z.string(),
  quantity: z.number().int(),
  addOn_price: pesosAnswer,
  ...discounted,
})

/** As it stands in the books: names and prices as they were. */
export const soldLine = z.object({
  service_id: id,
  treatment_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  quantity: z.number().int(),
  price: pesosAnswer,
  ...discounted,
  discount_reason: z.string().optional(),
  addOns: z.array(soldAddOn),
})

/** What was taken off a line, in centavos; a line that nothing was taken off has none of them. */
type Discounted = { discount?: Centavos | undefined; less_vat?: Centavos | undefined }

/** An add-on of a service line. `price` is for one piece. */
export type SaleAddOn = Omit<z.output<typeof soldAddOn>, 'addOn_price' | keyof Discounted> &
  Discounted & { price: Centavos }

/** A service that is sold, with its add-ons: the one shape between an order and the books, in centavos. */
export type SaleLine = Omit<z.output<typeof soldLine>, 'price' | 'addOns' | keyof Discounted> &
  Discounted & { price: Centavos; addOns: readonly SaleAddOn[]; hasCard?: boolean; taxed?: Taxed }

/** One payment of a document, as the books answer it. */
export const soldPayment = z.object({
  method: z.enum(PAYMENT_METHODS),
  amount: pesosAnswer,
  received: pesosAnswer,
  change: pesosAnswer,
  reference_number: z.string().nullable(),
})
export type SoldPayment = z.output<typeof soldPayment>
