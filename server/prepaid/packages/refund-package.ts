import { requireClockWithoutLock } from '#server/clinic/clock.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { insertVoid, markVoid } from '#server/prepaid/queries.ts'
import { recordEntry } from '#server/prepaid/record-entry.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { OwnedPackage, ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { presentOne, requireOpenPackage } from './owned-packages.ts'

type RefundBody = Parsed<typeof ownedPackagesContract.refund>['body']

/**
 * Reads how much a refund of a package gives back. Throws a 409 for a package that was used up or brought in by an
 * import, and if the amount is not the one that the screen has shown.
 */
async function requireShownRefund(context: Context, id: string, shown: number) {
  const owned = await presentOne(context, id)
  // A package that an import brought in was paid in another system, so there is no payment here that could be given
  // back.
  if (owned.number === null) throw new AppError('conflict', s.broughtInNotRefunded)
  if (!owned.refund) throw new AppError('conflict', s.usedUp)
  const amount = toCentavos(owned.refund.amount)
  if (amount !== toCentavos(shown)) throw new AppError('conflict', s.refundChanged(formatPeso(amount)), { data: owned })
  return { amount, kept: toCentavos(owned.balance) - amount, number: owned.number }
}

/**
 * Refunds a sold package: the client gets back what was paid less what was used, in the way in which the package was
 * paid, and the clinic keeps the rest of the balance. The sessions that are left can no longer be used. Throws a 409
 * for a package that was used up, refunded or brought in by an import, and if the refund is no longer the amount that
 * the screen has shown.
 */
export async function refundPackage(
  context: Context<Principal>,
  id: string,
  { amount: shown, reason, terminal_id }: RefundBody,
): Promise<OwnedPackage> {
  const { tx, now, user } = context
  const { name, client } = await requireOpenPackage(context, id)
  const { amount, kept, number } = await requireShownRefund(context, id, shown)
  // A package whose remaining sessions have no value is refunded without an entry, so the clock must be checked here.
  await requireClockWithoutLock(tx, context)
  if (amount > 0) await recordEntry(context, { account_id: id, kind: 'void', amount_centavos: -amount })
  if (kept > 0) await recordEntry(context, { account_id: id, kind: 'kept', amount_centavos: -kept })
  await markVoid(tx, id, now)
  await insertVoid(tx, {
    account_id: id,
    reason,
    amount_centavos: amount,
    voided_at: now,
    voided_by: user.id,
    voided_by_name: user.name,
    terminal_id: terminal_id ?? null,
  })
  const parameters = { number, name, client, amount_centavos: amount, kept_centavos: kept, reason }
  await writeAuditLog(context, { type: 'prepaid.package.refunded', subjectId: id, parameters })
  return presentOne(context, id)
}
