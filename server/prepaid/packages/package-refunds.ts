import { paymentRules } from '#server/clinic/clinic-profile.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { OwnedPackage } from '#shared/prepaid/owned-packages-contract.ts'
import * as views from './views.ts'

/**
 * What a refund of each of these packages would give back: the price less what was used, never below zero. Used-up and
 * refunded packages cannot be refunded, nor can packages from an import, because they were not paid here.
 */
export async function refundsOf(
  { tx, branchId }: ReadContext,
  rows: readonly views.SoldPackageRow[],
  sessions: readonly views.SessionRow[],
): Promise<ReadonlyMap<string, NonNullable<OwnedPackage['refund']>>> {
  const hasFreeSession = new Set(sessions.flatMap((one) => (one.used_by === null ? [one.account_id] : [])))
  const open = rows.filter((row) => row.voided_at === null && row.method !== null && hasFreeSession.has(row.account_id))
  if (open.length === 0) return new Map()
  const { refunds_packages_pro_rata: is_pro_rata } = await paymentRules(tx, branchId)
  const used = await views.usedSessionsOf(
    tx,
    open.map(({ account_id }) => account_id),
  )
  return new Map(
    open.map(({ account_id, amount_centavos: paid, balance_centavos, method }) => {
      const count = used
        .filter((one) => one.account_id === account_id)
        .reduce((sum, one) => sum + (is_pro_rata ? one.value_centavos : one.unit_price_centavos), 0)
      // The account can have less than the price minus the used sessions only after a refund by an earlier version of
      // Mutya, which had no packages: that refund also paid out the money of a session that it gave back.
      const amount = Math.max(0, Math.min(paid - count, balance_centavos))
      return [account_id, { used: toPesos(count), is_pro_rata, amount: toPesos(amount), method: method! }]
    }),
  )
}
