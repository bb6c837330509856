import type { Refunded } from '#shared/lib/refunded.ts'
import { methodMessages as s } from '#shared/sales/method-messages.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Marks what has been given back, wherever a sale or something of it is shown; nothing where nothing was. */
export const RefundedBadge = ({ refunded }: { refunded: Refunded | undefined }) =>
  refunded ? <Badge tone="warning">{s.refunded[refunded]}</Badge> : null
