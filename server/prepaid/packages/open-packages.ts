import type { ReadContext } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { ClientOfPackages, SoldPackage } from '#shared/prepaid/package-contract.ts'
import { presentSoldPackage } from './present-package.ts'
import * as views from './views.ts'

/** Reads the packages of a client that have sessions left, in the order in which they expire. */
export async function listOpenPackages(
  { tx, branchId, now }: ReadContext,
  client: ClientOfPackages,
): Promise<SoldPackage[]> {
  const packages = await views.openPackagesOf(tx, branchId, client)
  if (packages.length === 0) return []
  const ids = packages.map(({ account_id }) => account_id)
  const sessions = await views.sessionsOfPackages(tx, ids)
  return packages.map((row) => presentSoldPackage(row, sessions, manilaDate(now)))
}
