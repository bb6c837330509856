import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody, version } from '#shared/lib/fields.ts'
import { suppliesMessages as s } from './supplies-messages.ts'

/** The largest amount of a product for one service. */
export const MAX_SUPPLY_AMOUNT = 9999
/** How many products a service can use. */
export const MOST_SUPPLIES = 30

const thousandths = (amount: number) => Math.abs(amount * 1000 - Math.round(amount * 1000)) < 1e-6

/** An amount of a product, which may be a part of one unit, such as 0.5 of a vial. */
const supplyAmount = z
  .number(s.supplyAmount)
  .min(0, s.supplyAmount)
  .max(MAX_SUPPLY_AMOUNT, s.supplyAmount)
  .refine(thousandths, s.supplyAmount)

export const serviceSupply = z.object({
  product_id: id,
  product_name: z.string(),
  unit_type: z.string(),
  amount: z.number(),
})
export type ServiceSupply = z.output<typeof serviceSupply>

const serviceSupplies = z.object({
  service_id: id,
  /** The version of the service. */
  version,
  supplies: z.array(serviceSupply),
})
export type ServiceSupplies = z.output<typeof serviceSupplies>

const sentSupply = strictBody({ product_id: id, amount: supplyAmount })

/** The products that a request sends with their amounts. Each product may occur only once. */
export const sentSupplies = z
  .array(sentSupply)
  .max(MOST_SUPPLIES, s.mostSupplies(MOST_SUPPLIES))
  .refine((supplies) => new Set(supplies.map(({ product_id }) => product_id)).size === supplies.length, s.supplyTwice)
export type SentSupply = z.output<typeof sentSupply>

const byId = z.object({ id })

/** Calls for the supplies of a service: the amount of each product that the service uses up. */
export const suppliesContract = {
  ofService: endpoint({
    method: 'GET',
    url: '/api/services/:id/supplies',
    access: 'catalogue.manage',
    summary: 'The products that a service uses up, with the amounts of one visit',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: serviceSupplies }),
  }),
  changeOfService: endpoint({
    method: 'PUT',
    url: '/api/services/:id/supplies',
    access: 'catalogue.manage',
    summary: 'Replace the products that a service uses up; visits that are completed from now on use them',
    params: byId,
    body: strictBody({
      supplies: sentSupplies.refine((supplies) => supplies.every(({ amount }) => amount > 0), s.supplyAmount),
    }),
    response: z.object({ data: serviceSupplies }),
    errorData: { stale: serviceSupplies },
    ifMatch: true,
  }),
}
