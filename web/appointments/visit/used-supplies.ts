import { formatShortDate } from '#shared/lib/manila-time.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import type { UsedSupply } from '#shared/appointments/records.ts'

/** The largest number of products that a message names. */
const MOST_NAMED = 3

/** The products that a visit has used, and those that are missing in stock, as lines of a message. */
export function linesOfUsed(used: readonly UsedSupply[]): string[] {
  if (used.length === 0) return []
  const named = used.slice(0, MOST_NAMED).map((one) => s.usedPart(one.amount, one.unit_type, one.product_name))
  const missing = used.flatMap(({ product_name, unit_type, balance, expired_batch }) => {
    if (expired_batch)
      return s.expiredLeft(product_name, expired_batch.code ?? formatShortDate(expired_batch.expires_on))
    return balance < 0 ? s.left(product_name, balance, unit_type) : []
  })
  return [s.used(named.join(', '), used.length - named.length), ...missing]
}
