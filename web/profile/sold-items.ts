import { z } from 'zod'

const soldItems = z.array(z.object({ name: z.string(), quantity: z.number().int() }))
type SoldItem = z.output<typeof soldItems>[number]

/** The items of a transaction, which come as JSON text; none when the text is not readable. */
export function soldItemsOf(text: string): SoldItem[] {
  try {
    return soldItems.parse(JSON.parse(text))
  } catch {
    // A transaction without readable items still has its date, its total and its receipt.
    return []
  }
}

/** `Diamond peel`, or `Diamond peel × 2`; of what went back as well, whose number is negative. */
export function itemText({ name, quantity }: SoldItem): string {
  const pieces = Math.abs(quantity)
  return pieces === 1 ? name : `${name} × ${pieces}`
}
