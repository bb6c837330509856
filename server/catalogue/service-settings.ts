import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { catalogueEvents } from '#shared/catalogue/events.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import type { ServiceBooking } from '#shared/catalogue/service-booking.ts'
import type { ServiceTax } from '#shared/catalogue/service-tax.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { MOST_VISITS_LISTED } from '#shared/lib/affected-visits.ts'
import { presentAffectedVisit } from './present-affected-visit.ts'
import { presentService } from './present-catalogue.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Saved = { service: Service; isChanged: boolean }

/**
 * Saves settings of a service unless `check` throws. Throws a 404 for an unknown or deleted service and a 409 for a
 * stale form.
 */
async function saveSettings(
  context: Context<Principal>,
  id: string,
  settings: ServiceBooking | ServiceTax,
  check: (before: Service) => Promise<void> = async () => {},
): Promise<Saved> {
  const { tx, now } = context
  const row = await queries.lockService(tx, id)
  if (!row || row.deleted_at) throw new AppError('not_found', s.serviceNotFound)
  const before = presentService(await views.serviceById(tx, id))
  const changes = changesBetween(catalogueEvents['catalogue.service.changed'], before, settings)
  if (changes.length === 0) return { service: before, isChanged: false }
  requireVersion(context, before)
  await check(before)
  await queries.updateService(tx, id, { ...settings, updated_at: now })
  const parameters = { name: before.service_name }
  await writeAuditLog(context, { type: 'catalogue.service.changed', subjectId: id, parameters, changes })
  return { service: presentService(await views.serviceById(tx, id)), isChanged: true }
}

/**
 * Throws a 409 that lists the booked visits that are shorter than the service's new length, because they keep their
 * length.
 */
async function requireNoShorterVisits({ tx, now }: Context, id: string, minutes: number): Promise<void> {
  const visits = await views.visitsShorterThan(tx, id, minutes, now)
  if (visits.length === 0) return
  throw new AppError('conflict', s.visitsShorter(visits.length), {
    data: { visits: visits.slice(0, MOST_VISITS_LISTED).map(presentAffectedVisit), total: visits.length },
  })
}

/**
 * Changes how a service is booked. Throws a 404 for an unknown or deleted one. Throws a 409 for a stale form, or when
 * the person has not seen every visit that is shorter than the new length.
 */
export async function changeBooking(
  context: Context<Principal>,
  id: string,
  { despite_visits, questions, ...booking }: ServiceBooking & { despite_visits: boolean },
): Promise<Service> {
  const settings = { ...booking, ...(questions && { questions }) }
  const { service, isChanged } = await saveSettings(context, id, settings, async (before) => {
    if (!despite_visits && booking.duration_minutes > before.duration_minutes)
      await requireNoShorterVisits(context, id, booking.duration_minutes)
  })
  if (isChanged) context.publish({ name: 'TimesFreed' })
  return service
}

/**
 * Changes how a service is taxed and whether Senior Citizen and PWD discounts apply to it; existing sales keep their
 * values. Throws a 404 for an unknown or deleted service and a 409 for a stale form.
 */
export const changeTax = async (context: Context<Principal>, id: string, tax: ServiceTax): Promise<Service> =>
  (await saveSettings(context, id, tax)).service
