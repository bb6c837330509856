import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { catalogueMessages } from '#shared/catalogue/messages.ts'
import type { SentSupply, ServiceSupplies, ServiceSupply } from '#shared/catalogue/supplies-contract.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The products that a service uses up. Throws a 404 for an unknown or deleted service. */
export async function readServiceSupplies({ tx }: ReadContext, id: string): Promise<ServiceSupplies> {
  const service = await views.findService(tx, id)
  if (!service || service.deleted_at) throw new AppError('not_found', catalogueMessages.serviceNotFound)
  return { service_id: id, version: service.version, supplies: await views.suppliesOfService(tx, id) }
}

const isSame = (supplies: readonly ServiceSupply[], sent: readonly SentSupply[]): boolean =>
  supplies.length === sent.length &&
  supplies.every(({ product_id, amount }) =>
    sent.some((other) => other.product_id === product_id && other.amount === amount),
  )

const textOf = (supplies: readonly ServiceSupply[]): string =>
  supplies.map(({ amount, unit_type, product_name }) => s.usedPart(amount, unit_type, product_name)).join(', ')

/**
 * Replaces the products that a service uses up. Throws a 404 for an unknown or deleted service and a 409 for a stale
 * form. Throws a 422 if the form names a product that was deleted.
 */
export async function changeServiceSupplies(
  context: Context<Principal>,
  id: string,
  supplies: readonly SentSupply[],
): Promise<ServiceSupplies> {
  const { tx, now } = context
  const row = await queries.lockService(tx, id)
  if (!row) throw new AppError('not_found', catalogueMessages.serviceNotFound)
  const before = await readServiceSupplies(context, id)
  if (isSame(before.supplies, supplies)) return before
  requireVersion(context, before)
  const ids = supplies.map(({ product_id }) => product_id)
  if (ids.length > 0 && (await queries.lockProductsShared(tx, ids)).length < ids.length)
    throw invalid('supplies', s.productGone)
  await queries.replaceSupplies(tx, id, supplies)
  await queries.updateService(tx, id, { updated_at: now })
  const after = await readServiceSupplies(context, id)
  await writeAuditLog(context, {
    type: 'catalogue.service.supplies-changed',
    subjectId: id,
    parameters: { name: row.name, from: textOf(before.supplies), to: textOf(after.supplies) },
  })
  return after
}
