import type { Tx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { USUAL_BOOKING } from '#shared/catalogue/service-booking.ts'
import { USUAL_TAX } from '#shared/catalogue/service-tax.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import * as queries from './queries.ts'
import { addService, findOrCreateTreatment } from './start-catalogue.ts'
import * as views from './views.ts'

/** A service of an imported table (CSV or spreadsheet), with the name of its treatment. */
export type ListedService = {
  treatment: string
  service: string
  price: Centavos
  minutes: number | null
  description: string | null
}

/**
 * Adds a service without a picture, and its treatment if there is none of that name. Returns the service's id, and also
 * the treatment's id if the treatment was added; null if the treatment has a service of that name already.
 */
export async function addListedService(
  context: Context<Principal>,
  { treatment, service, price, minutes, description }: ListedService,
): Promise<{ id: string; newTreatment: string | null } | null> {
  const { id: treatmentId, isNew } = await findOrCreateTreatment(context, treatment)
  const existing = await views.servicesOfTreatment(context.tx, treatmentId)
  if (existing.some(({ name }) => name.toLowerCase() === service.toLowerCase())) return null
  const id = await addService(
    context,
    { id: treatmentId, name: treatment },
    {
      service_name: service,
      service_price: toPesos(price),
      duration_minutes: minutes ?? USUAL_BOOKING.duration_minutes,
      senior_pwd_eligible: USUAL_TAX.senior_pwd_eligible,
    },
    description,
  )
  return { id, newTreatment: isNew ? treatmentId : null }
}

/** Why a service that was added by mistake must stay. */
type ReasonToKeep = 'changed'

/**
 * Deletes a service that was added by mistake, and its treatment if that was added with the service and has nothing
 * else. Returns why the service must stay, or null if it is deleted. Throws PostgreSQL's error if something refers to
 * the service.
 */
export async function removeListedService(
  context: Context<Principal>,
  { id, newTreatment }: { id: string; newTreatment: string | null },
  unchangedSince: Date,
): Promise<ReasonToKeep | null> {
  const { tx } = context
  const row = await queries.lockService(tx, id)
  if (row && row.updated_at > unchangedSince) return 'changed'
  if (row) {
    await queries.deleteService(tx, id)
    await writeAuditLog(context, {
      type: 'catalogue.service.deleted',
      subjectId: id,
      parameters: { name: row.name },
    })
  }
  if (newTreatment !== null) await queries.deleteEmptyTreatment(tx, newTreatment, unchangedSince)
  return null
}

/**
 * The services with these names, in lower case, with their treatments; for comparing an imported table with the
 * catalogue.
 */
export const findServicesNamed = (tx: Tx, names: readonly string[]) => views.servicesNamed(tx, names)
