import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import { catalogueEvents } from '#shared/catalogue/events.ts'
import type { AddOn } from '#shared/catalogue/records.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { requireParentTreatment, requireLiveParent } from './treatment-changes.ts'
import * as queries from './queries.ts'
import { presentAddOn } from './present-catalogue.ts'
import * as views from './views.ts'

type Body = Parsed<typeof catalogueContract.createAddOn>['body']

const columns = (body: Body) => ({
  name: body.addOn_name,
  price_centavos: toCentavos(body.addOn_price),
  treatment_id: body.treatment_id,
  search_text: searchable(body.addOn_name),
})

async function requireAddOn(tx: Tx, id: string) {
  const row = await queries.lockAddOn(tx, id)
  if (!row) throw new AppError('not_found', s.addOnNotFound)
  return row
}

const readAddOn = async (tx: ReadTx, id: string): Promise<AddOn> => presentAddOn(await views.addOnById(tx, id))

export async function createAddOn(context: Context<Principal>, body: Body): Promise<AddOn> {
  const treatment = await requireParentTreatment(context.tx, body.treatment_id)
  const id = newId()
  await queries.insertAddOn(context.tx, { id, ...columns(body), created_at: context.now, updated_at: context.now })
  const parameters = { name: body.addOn_name, treatment: treatment.name }
  await writeAuditLog(context, { type: 'catalogue.add-on.created', subjectId: id, parameters })
  return readAddOn(context.tx, id)
}

/**
 * Throws a 404 for an unknown or deleted add-on, a 422 for an unknown or deleted treatment, and a 409 for a stale form.
 */
export async function updateAddOn(context: Context<Principal>, id: string, body: Body): Promise<AddOn> {
  const row = await requireAddOn(context.tx, id)
  const before = await readAddOn(context.tx, id)
  if (row.deleted_at) throw new AppError('not_found', s.addOnNotFound)
  const { name: treatment } = await requireParentTreatment(context.tx, body.treatment_id)
  const changes = changesBetween(catalogueEvents['catalogue.add-on.changed'], before, body, {
    treatment_id: { from: before.treatment_name, to: treatment },
  })
  if (changes.length === 0) return before
  requireVersion(context, before)
  await queries.updateAddOn(context.tx, id, { ...columns(body), updated_at: context.now })
  const parameters = { name: body.addOn_name }
  await writeAuditLog(context, { type: 'catalogue.add-on.changed', subjectId: id, parameters, changes })
  return readAddOn(context.tx, id)
}

export async function deleteAddOn(context: Context<Principal>, id: string): Promise<AddOn> {
  const row = await requireAddOn(context.tx, id)
  if (!row.deleted_at) {
    await queries.updateAddOn(context.tx, id, { deleted_at: context.now, updated_at: context.now })
    const parameters = { name: row.name }
    await writeAuditLog(context, { type: 'catalogue.add-on.deleted', subjectId: id, parameters })
  }
  return readAddOn(context.tx, id)
}

/** Throws a 409 while the treatment is deleted, because the add-on would stay hidden. */
export async function restoreAddOn(context: Context<Principal>, id: string): Promise<AddOn> {
  const row = await requireAddOn(context.tx, id)
  if (row.deleted_at) {
    await requireLiveParent(context.tx, row.treatment_id)
    await queries.updateAddOn(context.tx, id, { deleted_at: null, updated_at: context.now })
    const parameters = { name: row.name }
    await writeAuditLog(context, { type: 'catalogue.add-on.restored', subjectId: id, parameters })
  }
  return readAddOn(context.tx, id)
}
