import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { changedFields } from '#server/lib/changed-fields.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Treatment } from '#shared/catalogue/records.ts'
import { catalogueSentences as s } from '#shared/catalogue/sentences.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { treatmentToWire } from './to-wire.ts'

type Body = Parsed<typeof catalogueContract.createTreatment>['body']
type By = Context<Principal>

const columns = (body: Body) => ({
  name: body.treatment_name,
  description: body.treatment_description,
  price_centavos: toCentavos(body.treatment_price),
  search_text: searchable(body.treatment_name),
})

async function toChange(tx: Tx, id: string) {
  const row = await queries.treatmentToChange(tx, id)
  if (!row) throw new AppError('not_found', s.treatmentNotFound)
  return row
}

const log = (context: By, type: 'create' | 'update' | 'delete', action: string, id: string, changed?: string[]) =>
  record(context, { type, action, subject: 'treatment', subjectId: id, ...(changed && { changed }) })

export async function createTreatment(context: By, body: Body): Promise<Treatment> {
  const times = { created_at: context.now, updated_at: context.now }
  const row = await queries.insertTreatment(context.tx, { id: newId(), ...columns(body), ...times })
  await log(context, 'create', `Added the treatment ${row.name}`, row.id)
  return treatmentToWire(row)
}

/** Throws 404 for a treatment that is unknown or deleted. */
export async function updateTreatment(context: By, id: string, body: Body): Promise<Treatment> {
  const before = await toChange(context.tx, id)
  if (before.deleted_at) throw new AppError('not_found', s.treatmentNotFound)
  const changed = changedFields(treatmentToWire(before), body)
  if (changed.length === 0) return treatmentToWire(before)
  const row = await queries.updateTreatment(context.tx, id, { ...columns(body), updated_at: context.now })
  await log(context, 'update', `Changed the treatment ${row.name}`, id, changed)
  return treatmentToWire(row)
}

/** Hides the treatment, and with it what is under it; its services and add-ons keep their own state. */
export async function deleteTreatment(context: By, id: string): Promise<Treatment> {
  const before = await toChange(context.tx, id)
  if (before.deleted_at) return treatmentToWire(before)
  const row = await queries.updateTreatment(context.tx, id, { deleted_at: context.now, updated_at: context.now })
  await log(context, 'delete', `Deleted the treatment ${row.name}`, id)
  return treatmentToWire(row)
}

/** Shows the treatment again, and under it exactly what its deletion had hidden. */
export async function restoreTreatment(context: By, id: string): Promise<Treatment> {
  const before = await toChange(context.tx, id)
  if (!before.deleted_at) return treatmentToWire(before)
  const row = await queries.updateTreatment(context.tx, id, { deleted_at: null, updated_at: context.now })
  await log(context, 'update', `Restored the treatment ${row.name}`, id)
  return treatmentToWire(row)
}
