import type { Refunded } from '#shared/lib/refunded.ts'
import { methodMessages as s } from '#shared/sales/messages.ts'
import { Badge } from '#web/ui/badge.tsx'

/** A badge for refunded sales and items; nothing if not refunded. */
export const RefundedBadge = ({ refunded }: { refunded: Refunded | undefined }) =>
  refunded ? <Badge tone="warning">{s.refunded[refunded]}</Badge> : null
