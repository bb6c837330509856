import { paymentRules } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { findRemainingRecord, lockClientAgainstMerge } from '#server/people/merge-records.ts'
import { openAccount } from '#server/prepaid/open-account.ts'
import { markVoid } from '#server/prepaid/queries.ts'
import { recordEntry } from '#server/prepaid/record-entry.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { sessionValues } from '#shared/prepaid/session-values.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** What is left of a package that a client has paid for in another system. */
export type ListedPackage = {
  /** The id of the client's user, by which the API names a client. */
  userId: string
  name: string
  service: { id: string; name: string; price_centavos: Centavos }
  sessionsLeft: number
  /** The sessions that were used in the other system. */
  usedBefore: number
  /** The value of the sessions that are left; if null, they are worth the present price of the service. */
  amountLeft: Centavos | null
  /** The last day on which a session can be used; null for a package without an expiry date. */
  lastDay: CivilDate | null
  boughtOn: CivilDate | null
}

/** Throws a 409 if the clinic has packages switched off. */
export async function requirePackages({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>): Promise<void> {
  const { payment_methods: accepted } = await paymentRules(tx, branchId)
  if (!accepted.includes('prepaid')) throw new AppError('conflict', s.isOff)
}

/**
 * The open packages of clients: a row for each service with sessions left, with the name and the last day of its
 * package.
 */
export const findOpenPackagesOf = views.openServicesOf

/**
 * Opens a package that a client has paid for in another system, and returns its id. The clinic has sold nothing, so
 * there is no document, no payment and no shift: the first entry of the account says that the package was brought in. A
 * package with the name of an offered one follows that package's rule about giving it to another client.
 */
export async function bringInPackage(context: Context<Principal>, listed: ListedPackage): Promise<string> {
  const { tx, branchId } = context
  const { name, service, sessionsLeft, lastDay } = listed
  // Packages may have been switched off after the upload of the file.
  await requirePackages(context)
  const client = await lockClientAgainstMerge(tx, listed.userId)
  if (!client) throw new AppError('validation', s.noClient)
  const offered = await views.packageNamed(tx, branchId, name)
  const { id } = await openAccount(context, { kind: 'package', clientId: client.client_id, recipientName: null })
  const amount = listed.amountLeft ?? service.price_centavos * sessionsLeft
  const row = {
    account_id: id,
    branch_id: branchId,
    package_id: offered?.id ?? null,
    name,
    // An imported last day is fixed, so the validity must not begin with the first use.
    validity: lastDay === null ? ('none' as const) : ('sale' as const),
    validity_months: null,
    is_transferable: offered?.is_transferable ?? false,
    expires_on: lastDay,
    bought_on: listed.boughtOn,
    used_before: listed.usedBefore,
  }
  await queries.insertSoldPackage(tx, row, sessionRows(id, listed, amount))
  await recordEntry(context, { account_id: id, kind: 'brought_in', amount_centavos: amount })
  const parameters = { name, sessions: sessionsLeft, amount_centavos: amount, client: client.name }
  await writeAuditLog(context, { type: 'prepaid.package.imported', subjectId: id, parameters })
  return id
}

function sessionRows(accountId: string, { service, sessionsLeft }: ListedPackage, amount: Centavos) {
  const values = sessionValues(amount, Array<number>(sessionsLeft).fill(service.price_centavos))
  return values.map((value_centavos, index) => ({
    id: newId(),
    account_id: accountId,
    position: index + 1,
    service_id: service.id,
    service_name: service.name,
    value_centavos,
    list_centavos: service.price_centavos,
  }))
}

/**
 * Removes a package that an import has brought in. The ledger keeps its entries, so its amount is taken off the account
 * by another entry. Returns why the package stays: `used` if a sale has used a session, even if the sale was voided,
 * and `changed` if somebody has extended the package or given it to a client other than `clientId`. If the record of
 * `clientId` was merged into another record, its packages moved there: this does not count as a change.
 */
export async function removeListedPackage(
  context: Context<Principal>,
  id: string,
  clientId: string | null,
): Promise<'used' | 'changed' | null> {
  const { tx, branchId, now } = context
  const stored = await queries.lockSoldPackage(tx, branchId, id)
  if (!stored || stored.voided_at !== null) return null
  if ((await views.usesOfPackages(tx, [id])).length > 0) return 'used'
  const remainingId = clientId === null ? null : ((await findRemainingRecord(tx, clientId)) ?? clientId)
  if (stored.is_extended || stored.client_id !== remainingId) return 'changed'
  const amount = stored.balance_centavos
  if (amount > 0) await recordEntry(context, { account_id: id, kind: 'void', amount_centavos: -amount })
  await markVoid(tx, id, now)
  const parameters = { name: stored.name, client: stored.client }
  await writeAuditLog(context, { type: 'prepaid.package.removed', subjectId: id, parameters })
  return null
}
