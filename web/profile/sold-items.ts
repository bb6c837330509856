import { z } from 'zod'

const soldItems = z.array(z.object({ name: z.string(), quantity: z.number().int() }))
type SoldItem = z.output<typeof soldItems>[number]

/** Parses the items of a transaction from JSON text; empty if invalid. */
export function soldItemsOf(text: string): SoldItem[] {
  try {
    return soldItems.parse(JSON.parse(text))
  } catch {
    // Without readable items the date, total and receipt are still shown.
    return []
  }
}

/** `Diamond peel` or `Diamond peel × 2`; refunds have negative quantities. */
export function itemText({ name, quantity }: SoldItem): string {
  const pieces = Math.abs(quantity)
  return pieces === 1 ? name : `${name} × ${pieces}`
}
