import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { catalogueEvents } from '#shared/catalogue/events.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import type { ServiceTax } from '#shared/catalogue/service-tax.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { presentService } from './present-catalogue.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * Changes how a service is taxed and whether card discounts apply to it; existing sales keep their values. Throws a 404
 * for an unknown or deleted service and a 409 for a stale form.
 */
export async function changeTax(context: Context<Principal>, id: string, tax: ServiceTax): Promise<Service> {
  const { tx, now } = context
  const row = await queries.serviceToChange(tx, id)
  if (!row || row.deleted_at) throw new AppError('not_found', s.serviceNotFound)
  const before = presentService(await views.serviceById(tx, id))
  const changes = changesBetween(catalogueEvents['catalogue.service.changed'], before, tax)
  if (changes.length === 0) return before
  requireVersion(context, before)
  await queries.updateService(tx, id, { ...tax, updated_at: now })
  const parameters = { name: before.service_name }
  await writeAuditLog(context, { type: 'catalogue.service.changed', subjectId: id, parameters, changes })
  return presentService(await views.serviceById(tx, id))
}
