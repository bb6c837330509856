import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { salesContract } from '#shared/sales/contract.ts'
import type { Caller } from './clinic-api.ts'

export type Sold = Output<typeof salesContract.checkout>['data']

/** Sells one service for cash, to a person on file: a walk-in visit, or the appointment that is named. */
export async function sell(
  cashier: Caller,
  to: { id: string; name: string },
  service_name = 'Glycolic Peel',
  appointment_id = `walkin_${Date.now()}`,
): Promise<Sold> {
  const { data } = await cashier(catalogueContract.services, { querystring: { search: service_name } })
  const service = data.find((one) => one.service_name === service_name)!
  const price = service.service_price
  const line = { service_id: service.id, name: service_name, quantity: 1, price, treatment_id: service.treatment_id }
  const answer = await cashier(
    salesContract.checkout,
    {
      body: {
        customer_name: to.name,
        treatments: [line],
        total: price,
        is_discounted: 'no',
        total_after_discount: price,
        received_money: price,
        exchange_money: 0,
        payment_method: 'cash',
        user_id: to.id,
        appointment_id,
        is_walk_in: false,
      },
    },
    { idempotencyKey: crypto.randomUUID() },
  )
  return answer.data
}
