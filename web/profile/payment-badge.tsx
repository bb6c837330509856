import { PAYMENT_LABELS, type PaymentMethod } from '#shared/sales/payment.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

// The specification's colours; a payment method is none of these words and stays grey.
const tones: Record<string, Tone> = { confirmed: 'success', pending: 'warning', completed: 'info' }

/** How a transaction was paid. */
export function PaymentBadge({ method }: { method: PaymentMethod }) {
  return <Badge tone={tones[method] ?? 'neutral'}>{PAYMENT_LABELS[method]}</Badge>
}
