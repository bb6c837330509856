import type { Centavos } from '#shared/lib/money.ts'

/** An add-on of a service line. `price` is for one piece. */
export type SaleAddOn = { addOn_id: string; addOn_name: string; quantity: number; price: Centavos }

/**
 * A service that is sold, with its add-ons: names and prices as they are, or were, in the catalogue. The one shape
 * between the order and the books; sums, texts and answers are made of it.
 */
export type SaleLine = {
  service_id: string
  service_name: string
  treatment_id: string
  treatment_name: string
  quantity: number
  price: Centavos
  addOns: readonly SaleAddOn[]
}
