import { z } from 'zod'
import { serviceTax } from '#shared/catalogue/service-tax.ts'
import { id } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'

/**
 * What the services and add-ons of an order cost now: the `data` of a `price_changed` error.
 * What is not offered any more is missing from it.
 */
export const priceList = z.object({
  services: z.array(
    z.object({
      service_id: id,
      name: z.string(),
      price: pesosAnswer,
      treatment_id: id,
      /** Left out, it is vatable and not eligible. */
      ...serviceTax.pick({ tax_class: true, senior_pwd_eligible: true }).partial().shape,
    }),
  ),
  add_ons: z.array(z.object({ addOn_id: id, addOn_name: z.string(), addOn_price: pesosAnswer, treatment_id: id })),
  /** True when VAT is in the prices. */
  is_vat_registered: z.boolean().optional(),
})
export type PriceList = z.output<typeof priceList>
