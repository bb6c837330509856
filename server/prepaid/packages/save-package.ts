import { findPricedServices } from '#server/catalogue/public.ts'
import { liveServices } from '#server/catalogue/read-catalogue.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import type { OfferedPackage, packagesContract } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { presentPackage } from './present-package.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Reads all packages that the clinic offers or has offered, and the services that can be in them. */
export async function listPackages({ tx, branchId }: ReadContext) {
  const rows = await views.offeredPackages(tx, branchId)
  const ids = rows.map(({ id }) => id)
  const ofPackages = ids.length === 0 ? [] : await views.servicesOfPackages(tx, ids)
  const services = await findPricedServices(tx)
  return {
    data: rows.map((row) => presentPackage(row, ofPackages)),
    services: services.map(({ id, name, price_centavos }) => ({ id, name, price: toPesos(price_centavos) })),
  }
}

async function findPackage({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>, id: string) {
  const row = await views.packageById(tx, branchId, id)
  return row && presentPackage(row, await views.servicesOfPackages(tx, [id]))
}

/**
 * Adds or changes a package that the clinic offers. Packages that were sold before stay unchanged. Throws a 422 for a
 * service that is no longer offered, and a 409 for a stale form.
 */
export async function savePackage(
  context: Context<Principal>,
  id: string,
  body: Parsed<typeof packagesContract.save>['body'],
): Promise<OfferedPackage> {
  const { tx, branchId, now } = context
  const stored = await queries.lockPackage(tx, branchId, id)
  const before = stored && (await findPackage(context, id))
  if (before && isStaleVersion(context, before)) throw new AppError('stale', s.stale, { data: before })
  const ids = body.services.map(({ service_id }) => service_id)
  const live = new Set((await liveServices(tx, ids)).map((service) => service.id))
  const unknown = ids.findIndex((one) => !live.has(one))
  if (unknown >= 0) throw invalid(`services.${unknown}.service_id`, s.serviceUnknown)
  const { services, price, ...fields } = body
  const price_centavos = toCentavos(price)
  const version = (stored?.version ?? 0) + 1
  await queries.savePackage(
    tx,
    { id, branch_id: branchId, ...fields, price_centavos, version, updated_at: now },
    services.map((service, index) => ({ package_id: id, ...service, position: index + 1 })),
  )
  const parameters = { name: body.name, price_centavos }
  await writeAuditLog(context, { type: 'prepaid.package.saved', subjectId: id, parameters })
  return (await findPackage(context, id))!
}
