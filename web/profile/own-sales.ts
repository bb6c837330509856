import { z } from 'zod'
import { profileMessages as s } from '#shared/profile/messages.ts'
import type { ClientSale } from '#shared/sales/contract.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import type { Tone } from '#web/ui/tone.ts'

const soldItems = z.array(z.object({ name: z.string(), quantity: z.number().int() }))
type SoldItem = z.output<typeof soldItems>[number]

/** Parses the items of a transaction from JSON text; empty if invalid. */
export function soldItemsOf(text: string): SoldItem[] {
  try {
    return soldItems.parse(JSON.parse(text))
  } catch {
    // If the items cannot be read, the date, total and receipt of the transaction are still shown.
    return []
  }
}

/** An item as text: `Diamond peel` or `Diamond peel × 2`. A refunded quantity is shown without its minus sign. */
export function itemText({ name, quantity }: SoldItem): string {
  const pieces = Math.abs(quantity)
  return pieces === 1 ? name : `${name} × ${pieces}`
}

type GivenBack = { label: string; tone: Tone; isStruck?: boolean }

/** The label of a refund, a void, a voided sale or a (partly) refunded one; null for others. */
export function givenBackOf({ is_refund, is_void, is_voided, refunded }: ClientSale): GivenBack | null {
  if (is_refund) return { label: s.refund, tone: 'danger' }
  if (is_void) return { label: s.void, tone: 'danger' }
  if (is_voided) return { label: s.voided, tone: 'danger', isStruck: true }
  return refunded ? { label: methodMessages.refunded[refunded], tone: 'warning' } : null
}
