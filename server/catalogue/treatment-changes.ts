import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import { catalogueEvents } from '#shared/catalogue/events.ts'
import type { Treatment } from '#shared/catalogue/records.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { presentTreatment } from './present-catalogue.ts'
import * as queries from './queries.ts'

type Body = Parsed<typeof catalogueContract.createTreatment>['body']

const columns = (body: Body) => ({
  name: body.treatment_name,
  description: body.treatment_description,
  price_centavos: toCentavos(body.treatment_price),
  search_text: searchable(body.treatment_name),
})

async function requireTreatment(tx: Tx, id: string) {
  const row = await queries.lockTreatment(tx, id)
  if (!row) throw new AppError('not_found', s.treatmentNotFound)
  return row
}

export async function createTreatment(context: Context<Principal>, body: Body): Promise<Treatment> {
  const times = { created_at: context.now, updated_at: context.now }
  const row = await queries.insertTreatment(context.tx, { id: newId(), ...columns(body), ...times })
  const parameters = { name: row.name }
  await writeAuditLog(context, { type: 'catalogue.treatment.created', subjectId: row.id, parameters })
  return presentTreatment(row)
}

/** Throws a 404 for an unknown or deleted treatment, and a 409 for a stale form. */
export async function updateTreatment(context: Context<Principal>, id: string, body: Body): Promise<Treatment> {
  const before = await requireTreatment(context.tx, id)
  if (before.deleted_at) throw new AppError('not_found', s.treatmentNotFound)
  const type = catalogueEvents['catalogue.treatment.changed']
  const changes = changesBetween(type, presentTreatment(before), body)
  if (changes.length === 0) return presentTreatment(before)
  requireVersion(context, presentTreatment(before))
  const row = await queries.updateTreatment(context.tx, id, { ...columns(body), updated_at: context.now })
  const parameters = { name: row.name }
  await writeAuditLog(context, { type: 'catalogue.treatment.changed', subjectId: id, parameters, changes })
  return presentTreatment(row)
}

/** Hides the treatment with everything under it; its services and add-ons keep their own state. */
export async function deleteTreatment(context: Context<Principal>, id: string): Promise<Treatment> {
  const before = await requireTreatment(context.tx, id)
  if (before.deleted_at) return presentTreatment(before)
  const row = await queries.updateTreatment(context.tx, id, { deleted_at: context.now, updated_at: context.now })
  const parameters = { name: row.name }
  await writeAuditLog(context, { type: 'catalogue.treatment.deleted', subjectId: id, parameters })
  return presentTreatment(row)
}

/** Shows the treatment again, with exactly what its deletion had hidden. */
export async function restoreTreatment(context: Context<Principal>, id: string): Promise<Treatment> {
  const before = await requireTreatment(context.tx, id)
  if (!before.deleted_at) return presentTreatment(before)
  const row = await queries.updateTreatment(context.tx, id, { deleted_at: null, updated_at: context.now })
  const parameters = { name: row.name }
  await writeAuditLog(context, { type: 'catalogue.treatment.restored', subjectId: id, parameters })
  return presentTreatment(row)
}

/** The treatment to which a service or an add-on is assigned; throws a 422 for one that is unknown or deleted. */
export async function requireParentTreatment(tx: Tx, id: string): Promise<{ id: string; name: string }> {
  const treatment = await queries.lockLiveTreatmentShared(tx, id)
  if (!treatment) throw invalid('treatment_id', s.noSuchTreatment)
  return treatment
}

/** Throws a 409 when the treatment is deleted, because a service or add-on restored under it would stay hidden. */
export async function requireLiveParent(tx: Tx, id: string): Promise<void> {
  if (!(await queries.lockLiveTreatmentShared(tx, id))) throw new AppError('conflict', s.treatmentIsDeleted)
}
