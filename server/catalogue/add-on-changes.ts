import type { ReadTx, Tx } from '#server/db/pool.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { changedFields } from '#server/lib/changed-fields.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import type { AddOn } from '#shared/catalogue/records.ts'
import { catalogueSentences as s } from '#shared/catalogue/sentences.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { parentTreatment, requireLiveParent } from './parent-treatment.ts'
import * as queries from './queries.ts'
import { addOnToWire } from './to-wire.ts'
import * as views from './views.ts'

type Body = Parsed<typeof catalogueContract.createAddOn>['body']
type By = Context<Principal>

const columns = (body: Body) => ({
  name: body.addOn_name,
  price_centavos: toCentavos(body.addOn_price),
  treatment_id: body.treatment_id,
  search_text: searchable(body.addOn_name),
})

async function toChange(tx: Tx, id: string) {
  const row = await queries.addOnToChange(tx, id)
  if (!row) throw new AppError('not_found', s.addOnNotFound)
  return row
}

const answer = async (tx: ReadTx, id: string): Promise<AddOn> => addOnToWire(await views.addOnById(tx, id))

const log = (context: By, type: 'create' | 'update' | 'delete', action: string, id: string, changed?: string[]) =>
  record(context, { type, action, subject: 'add-on', subjectId: id, ...(changed && { changed }) })

export async function createAddOn(context: By, body: Body): Promise<AddOn> {
  const treatment = await parentTreatment(context.tx, body.treatment_id)
  const id = newId()
  await queries.insertAddOn(context.tx, { id, ...columns(body), created_at: context.now, updated_at: context.now })
  await log(context, 'create', `Added the add-on ${body.addOn_name} to ${treatment.name}`, id)
  return answer(context.tx, id)
}

/** Throws 404 for an add-on that is unknown or deleted, 422 for a treatment that is. */
export async function updateAddOn(context: By, id: string, body: Body): Promise<AddOn> {
  const row = await toChange(context.tx, id)
  const before = await answer(context.tx, id)
  if (row.deleted_at) throw new AppError('not_found', s.addOnNotFound)
  await parentTreatment(context.tx, body.treatment_id)
  const changed = changedFields(before, body)
  if (changed.length === 0) return before
  await queries.updateAddOn(context.tx, id, { ...columns(body), updated_at: context.now })
  await log(context, 'update', `Changed the add-on ${body.addOn_name}`, id, changed)
  return answer(context.tx, id)
}

export async function deleteAddOn(context: By, id: string): Promise<AddOn> {
  const row = await toChange(context.tx, id)
  if (!row.deleted_at) {
    await queries.updateAddOn(context.tx, id, { deleted_at: context.now, updated_at: context.now })
    await log(context, 'delete', `Deleted the add-on ${row.name}`, id)
  }
  return answer(context.tx, id)
}

/** Throws 409 while its treatment is deleted: it would stay hidden. */
export async function restoreAddOn(context: By, id: string): Promise<AddOn> {
  const row = await toChange(context.tx, id)
  if (row.deleted_at) {
    await requireLiveParent(context.tx, row.treatment_id)
    await queries.updateAddOn(context.tx, id, { deleted_at: null, updated_at: context.now })
    await log(context, 'update', `Restored the add-on ${row.name}`, id)
  }
  return answer(context.tx, id)
}
