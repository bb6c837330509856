import { z } from 'zod'
import { serviceTax } from '#shared/catalogue/service-tax.ts'
import { id } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'

/** The current prices of an order's items: data of a `price_changed` error. Items no longer offered are missing. */
export const priceList = z.object({
  services: z.array(
    z.object({
      service_id: id,
      name: z.string(),
      price: pesosAnswer,
      treatment_id: id,
      /** If left out: vatable and without card discount. */
      ...serviceTax.pick({ tax_class: true, senior_pwd_eligible: true }).partial().shape,
    }),
  ),
  add_ons: z.array(z.object({ addOn_id: id, addOn_name: z.string(), addOn_price: pesosAnswer, treatment_id: id })),
  /** True when prices include VAT. */
  is_vat_registered: z.boolean().optional(),
})
export type PriceList = z.output<typeof priceList>
