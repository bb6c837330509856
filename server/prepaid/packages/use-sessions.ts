import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { isExpired } from './present-package.ts'
import * as queries from './queries.ts'

/** A free session of a client's package, which a line of a sale can use. */
export type FreeSession = {
  id: string
  accountId: string
  packageName: string
  serviceId: string
  value: Centavos
}

/**
 * Finds the sessions that a sale to this client uses, by id, and locks their packages. Throws a 422 for a session of
 * another client or one that is named twice, and a 409 for one that was used, that has expired, or whose package was
 * refunded.
 */
export async function findFreeSessions(
  context: Context,
  ids: readonly string[],
  clientId: string,
): Promise<ReadonlyMap<string, FreeSession>> {
  if (ids.length === 0) return new Map()
  if (new Set(ids).size < ids.length) throw invalid('treatments', s.sessionTwice)
  const rows = await queries.lockSessions(context.tx, context.branchId, ids)
  if (rows.length < ids.length || rows.some((row) => row.client_id !== clientId))
    throw invalid('treatments', s.sessionUnknown)
  for (const { voided_at, used_by, name, expires_on } of rows) {
    if (voided_at !== null) throw new AppError('conflict', s.refunded)
    if (used_by !== null) throw new AppError('conflict', s.sessionUsed)
    if (isExpired(expires_on, manilaDate(context.now)))
      throw new AppError('conflict', s.expired(name, formatShortDate(expires_on!)))
  }
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        accountId: row.account_id,
        packageName: row.name,
        serviceId: row.service_id,
        value: row.value_centavos,
      },
    ]),
  )
}

/** Begins the validity of packages that are valid from their first use. */
export async function beginValidity({ tx, now }: Context, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0) await queries.beginValidity(tx, accountIds, manilaDate(now))
}
