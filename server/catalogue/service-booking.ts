import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { catalogueEvents } from '#shared/catalogue/events.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import type { ServiceBooking } from '#shared/catalogue/service-booking.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { MOST_VISITS_LISTED } from '#shared/lib/visits-hit.ts'
import { presentService } from './present-catalogue.ts'
import { presentVisitHit } from './present-visit-hit.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Throws with the booked visits that are shorter than the service's new length, because they keep their length. */
async function refuseShorter({ tx, now }: Context, id: string, minutes: number): Promise<void> {
  const visits = await views.visitsShorterThan(tx, id, minutes, now)
  if (visits.length === 0) return
  throw new AppError('conflict', s.visitsShorter(visits.length), {
    data: { visits: visits.slice(0, MOST_VISITS_LISTED).map(presentVisitHit), total: visits.length },
  })
}

/**
 * Changes how a service is booked. Throws a 404 for an unknown or deleted one. Throws a 409 for a stale form, or when
 * the person has not seen every visit that is shorter than the new length.
 */
export async function changeBooking(
  context: Context<Principal>,
  id: string,
  { despite_visits, ...booking }: ServiceBooking & { despite_visits: boolean },
): Promise<Service> {
  const { tx, now } = context
  const row = await queries.serviceToChange(tx, id)
  if (!row || row.deleted_at) throw new AppError('not_found', s.serviceNotFound)
  const before = presentService(await views.serviceById(tx, id))
  const changes = changesBetween(catalogueEvents['catalogue.service.changed'], before, booking)
  if (changes.length === 0) return before
  requireVersion(context, before)
  if (!despite_visits && booking.duration_minutes > before.duration_minutes)
    await refuseShorter(context, id, booking.duration_minutes)
  await queries.updateService(tx, id, { ...booking, updated_at: now })
  const parameters = { name: before.service_name }
  await writeAuditLog(context, { type: 'catalogue.service.changed', subjectId: id, parameters, changes })
  context.publish({ name: 'TimesFreed' })
  return presentService(await views.serviceById(tx, id))
}
