import { z } from 'zod'
import { id, pesos, pesosAnswer, quantity, strictBody } from '#shared/lib/fields.ts'
import type { Centavos } from '#shared/lib/money.ts'

// A line of a sale: as the till orders it, as the books answer it (both in pesos), and as code works with it.

const orderAddOn = strictBody({ addOn_id: id, addOn_name: z.string().max(200), addOn_price: pesos, quantity })

/** As the till knows it: the server compares prices with its own, and takes names from the catalogue. */
export const orderLine = strictBody({
  service_id: id,
  name: z.string().max(200),
  quantity,
  price: pesos,
  treatment_id: id,
  addOns: z.array(orderAddOn).max(30).default([]),
})

const soldAddOn = z.object({
  addOn_id: id,
  addOn_name: z.string(),
  quantity: z.number().int(),
  addOn_price: pesosAnswer,
})

/** As it stands in the books: names and prices as they were. */
export const soldLine = z.object({
  service_id: id,
  treatment_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  quantity: z.number().int(),
  price: pesosAnswer,
  addOns: z.array(soldAddOn),
})

/** An add-on of a service line. `price` is for one piece. */
export type SaleAddOn = Omit<z.output<typeof soldAddOn>, 'addOn_price'> & { price: Centavos }

/** A service that is sold, with its add-ons: the one shape between an order and the books, in centavos. */
export type SaleLine = Omit<z.output<typeof soldLine>, 'price' | 'addOns'> & {
  price: Centavos
  addOns: readonly SaleAddOn[]
}
