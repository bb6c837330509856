import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { lockClientAgainstMerge } from '#server/people/merge-records.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { OwnedPackage, ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { refundsOf } from './package-refunds.ts'
import { presentSoldPackage } from './present-package.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

async function presentOwned(context: ReadContext, rows: readonly views.SoldPackageRow[]): Promise<OwnedPackage[]> {
  if (rows.length === 0) return []
  const { tx, now } = context
  const ids = rows.map(({ account_id }) => account_id)
  const sessions = await views.sessionsOfPackages(tx, ids)
  const uses = await views.usesOfPackages(tx, ids)
  const refunds = await refundsOf(context, rows, sessions)
  return rows.map((row) => ({
    ...presentSoldPackage(row, sessions, manilaDate(now)),
    is_refunded: row.voided_at !== null,
    refunded: row.refunded_centavos === null ? null : toPesos(row.refunded_centavos),
    refund: refunds.get(row.account_id) ?? null,
    can_be_extended: row.voided_at === null && row.expires_on !== null,
    uses: uses
      .filter(({ account_id }) => account_id === row.account_id)
      .map(({ kind, business_date: date, service_name }) => ({ kind, date, service_name })),
  }))
}

/** Reads all packages of a client, including those that were used up, have expired or were refunded. */
export const listOwnedPackages = async (context: ReadContext, clientId: string): Promise<OwnedPackage[]> =>
  presentOwned(context, await views.packagesOfClient(context.tx, context.branchId, clientId))

/** Locks a sold package until the commit. Throws a 404 for an unknown one and a 409 for one that was refunded. */
export async function requireOpenPackage({ tx, branchId }: Context, id: string) {
  const row = await queries.lockSoldPackage(tx, branchId, id)
  if (!row) throw new AppError('not_found', s.unknown)
  if (row.voided_at !== null) throw new AppError('conflict', s.refunded)
  return row
}

export async function presentOne(context: ReadContext, id: string): Promise<OwnedPackage> {
  const row = (await views.soldPackageById(context.tx, context.branchId, id))!
  return (await presentOwned(context, [row]))[0]!
}

type ExtendBody = Parsed<typeof ownedPackagesContract.extend>['body']

/**
 * Gives a package a later last day. Throws a 409 for a package without a last day, and a 422 for a day that is over or
 * not later than the present one.
 */
export async function extendPackage(
  context: Context<Principal>,
  id: string,
  { expires_on: until, reason }: ExtendBody,
): Promise<OwnedPackage> {
  const { name, client, expires_on: from } = await requireOpenPackage(context, id)
  if (from === null) throw new AppError('conflict', s.notBegun)
  if (until <= from) throw invalid('expires_on', s.extendLater(formatShortDate(from)))
  if (until < manilaDate(context.now)) throw invalid('expires_on', s.extendPast)
  await queries.extendPackage(context.tx, id, until)
  const parameters = { name, client, from, until, reason }
  await writeAuditLog(context, { type: 'prepaid.package.extended', subjectId: id, parameters })
  return presentOne(context, id)
}

/**
 * Gives a package to another client, who uses the sessions that are left. Throws a 409 for one that is not transferable
 * or was used up, and a 422 for an unknown client and for the client who has it.
 */
export async function transferPackage(context: Context<Principal>, id: string, userId: string): Promise<OwnedPackage> {
  const { tx } = context
  // The client is locked before the account. Sales use the same order, so that a sale and a transfer never wait for
  // each other.
  const to = await lockClientAgainstMerge(tx, userId)
  if (!to) throw invalid('user_id', s.clientRequired)
  const sold = await requireOpenPackage(context, id)
  if (!sold.is_transferable) throw new AppError('conflict', s.notTransferable)
  if (sold.client_id === to.client_id) throw invalid('user_id', s.sameClient)
  const sessions = await views.sessionsOfPackages(tx, [id])
  if (sessions.every(({ used_by }) => used_by !== null)) throw new AppError('conflict', s.usedUp)
  await queries.transferPackage(tx, id, to.client_id)
  const parameters = { name: sold.name, from: sold.client, to: to.name }
  await writeAuditLog(context, { type: 'prepaid.package.transferred', subjectId: id, parameters })
  return presentOne(context, id)
}
