import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import type { PackageReceipt } from '#shared/prepaid/paper-contract.ts'
import * as views from './views.ts'

/**
 * Reads the receipt of a sold package. Throws a 404 for an unknown package, and for one that an import brought in,
 * because it was paid in another system.
 */
export async function readPackageReceipt({ tx, branchId }: ReadContext, id: string): Promise<PackageReceipt> {
  const row = await views.receiptOfPackage(tx, branchId, id)
  if (!row) throw new AppError('not_found', s.paperUnknown)
  const { amount_centavos, sold_at, voided_at, ...receipt } = row
  return {
    ...receipt,
    price: toPesos(amount_centavos),
    sold_at: isoInManila(sold_at),
    is_refunded: voided_at !== null,
    services: await views.sessionCounts(tx, id),
  }
}
