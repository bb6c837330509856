import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { discountGiven, isAboveLimit } from '#shared/sales/settings/discount-limit.ts'
import { useRole } from '#web/lib/session/session.tsx'
import { usePaymentSettings } from '#web/sales/api.ts'
import { orderCharge, type Order } from './order.ts'

type DiscountLimit = {
  /** The discount that needs an approval. */
  amount: Centavos
  /** The limit in percent of the order; null without one. */
  limit: number | null
  /** True when an admin must approve; never for admins. */
  isAbove: boolean
}

/** Compares the order's discount with what this person may give alone. */
export function useDiscountLimit(order: Order): DiscountLimit {
  const limit = usePaymentSettings()?.discount_limit ?? null
  const needsNobody = permissionsOf(useRole()).has('sales.approve')
  const lines = order.lines.map(({ hasCard = false }) => ({ hasCard: hasCard && Boolean(order.card) }))
  const charge = { ...orderCharge(order), lines }
  const isAbove = limit !== null && !needsNobody && isAboveLimit(charge, Math.round(limit * 100))
  return { amount: discountGiven(charge), limit, isAbove }
}
