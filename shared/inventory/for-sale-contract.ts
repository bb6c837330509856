import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'

/** A product that can be sold at the till. */
const productForSale = z.object({
  id,
  name: z.string(),
  category_id: id,
  category_name: z.string(),
  price: pesosAnswer,
  barcode: z.string().nullable(),
  /** The stock of the product. It is negative when more was used than was recorded as received. */
  quantity: z.number(),
  unit_type: z.string(),
  tax_class: z.enum(TAX_CLASSES),
  /** True if holders of a Senior Citizen or PWD card get their discount on the product. */
  senior_pwd_eligible: z.boolean(),
})
export type ProductForSale = z.output<typeof productForSale>

/**
 * The calls with which the till reads products. They have a file of their own, so that the till does not load the other
 * calls about products.
 */
export const forSaleContract = {
  products: endpoint({
    method: 'GET',
    url: '/api/products/for-sale',
    access: 'sales.create',
    summary: 'The products that have a price, by name, for the till',
    database: 'read',
    response: z.object({ data: z.array(productForSale) }),
  }),
}
