import { formatPesoShort, type Centavos } from '#shared/lib/money.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import type { Order } from './order.ts'

type Priced = { name: string; price: Centavos }

const pricesOf = ({ lines }: Order) =>
  new Map<string, Priced>(
    lines.flatMap((line) => [
      [line.serviceId, line],
      ...line.addOns.map((addOn): [string, Priced] => [addOn.id, addOn]),
    ]),
  )

/** What repricing has done to an order, one sentence for each thing; none when nothing has changed. */
export function priceChanges(before: Order, after: Order): string[] {
  const fresh = pricesOf(after)
  return [...pricesOf(before)].flatMap(([id, { name, price }]) => {
    const now = fresh.get(id)
    if (!now) return [s.leftOrder(name)]
    return now.price === price ? [] : [s.priceIsNow(now.name, formatPesoShort(price), formatPesoShort(now.price))]
  })
}
