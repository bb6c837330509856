import type { Centavos } from '#shared/lib/money.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { Order } from './order.ts'

type Item = { name: string; price: Centavos; quantity: number }

/** The services and add-ons of an order with their total quantities. */
function itemsOf({ lines }: Order): Map<string, Item> {
  const items = new Map<string, Item>()
  const add = (key: string, { name, price, quantity }: Item) =>
    items.set(key, { name, price, quantity: quantity + (items.get(key)?.quantity ?? 0) })
  for (const line of lines) {
    add(line.serviceId, line)
    for (const addOn of line.addOns) add(`${line.serviceId} ${addOn.id}`, addOn)
  }
  return items
}

const describe = ({ name, quantity }: Item) => (quantity === 1 ? name : s.pieces(quantity, name))

/** What a till reports to the server about an order: its items as text, and their amount before discounts. */
type Report = { description: string; amount: Centavos }

/** What is missing in an order after a change: a whole item, or the pieces by which its quantity was reduced. */
export function deletedItems(before: Order, after: Order): Report[] {
  const left = itemsOf(after)
  return [...itemsOf(before)].flatMap(([key, item]) => {
    const quantity = item.quantity - (left.get(key)?.quantity ?? 0)
    return quantity > 0 ? [{ description: describe({ ...item, quantity }), amount: item.price * quantity }] : []
  })
}

/** The report of an abandoned order: its items, without the name of a client. */
export function droppedOrder(order: Order): Report {
  const items = [...itemsOf(order).values()]
  return {
    description: items.map(describe).join(', '),
    amount: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  }
}
