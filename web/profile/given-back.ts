import { methodMessages } from '#shared/sales/messages.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import type { ClientSale } from '#shared/sales/contract.ts'
import type { Tone } from '#web/ui/tone.ts'

type GivenBack = { label: string; tone: Tone; isStruck?: boolean }

/** The label of a refund, a void, a voided sale or a (partly) refunded one; null for others. */
export function givenBackOf({ is_refund, is_void, is_voided, refunded }: ClientSale): GivenBack | null {
  if (is_refund) return { label: s.refund, tone: 'danger' }
  if (is_void) return { label: s.void, tone: 'danger' }
  if (is_voided) return { label: s.voided, tone: 'danger', isStruck: true }
  return refunded ? { label: methodMessages.refunded[refunded], tone: 'warning' } : null
}
