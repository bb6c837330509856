import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import { salesContract } from '#shared/sales/contract.ts'
import type { Caller } from './clinic-api.ts'

type Sold = Output<typeof salesContract.checkout>['data']

/** Sells one of each service for cash to an existing client: for the given appointment, or as a walk-in visit. */
export async function sellAll(
  cashier: Caller,
  to: { id: string; name: string },
  names: string[],
  appointment_id = `walkin_${Date.now()}`,
): Promise<Sold> {
  const treatments = []
  for (const name of names) {
    const { data } = await cashier(catalogueContract.services, { querystring: { search: name } })
    const { id, service_price: price, treatment_id } = data.find((one) => one.service_name === name)!
    treatments.push({ service_id: id, name, quantity: 1, price, treatment_id })
  }
  const total = toPesos(treatments.reduce((sum, line) => sum + toCentavos(line.price), 0))
  const answer = await cashier(
    salesContract.checkout,
    {
      body: {
        customer_name: to.name,
        treatments,
        total,
        is_discounted: 'no',
        total_after_discount: total,
        received_money: total,
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

/** Sells one service for cash to an existing client. */
export const sell = (cashier: Caller, to: { id: string; name: string }, name = 'Glycolic Peel'): Promise<Sold> =>
  sellAll(cashier, to, [name])
