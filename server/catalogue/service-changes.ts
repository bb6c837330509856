import type { ReadTx, Tx } from '#server/db/pool.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { changedFields } from '#server/lib/changed-fields.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { discardPicture, withPicture } from '#server/lib/stored-pictures.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { catalogueSentences as s } from '#shared/catalogue/sentences.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { parentTreatment, requireLiveParent } from './parent-treatment.ts'
import * as queries from './queries.ts'
import { serviceToWire } from './to-wire.ts'
import * as views from './views.ts'

type Fields = Omit<Parsed<typeof catalogueContract.createService>['body'], 'service_pic'>
type By = Context<Principal>
type Detached = DetachedContext<Principal>

const columns = (fields: Fields) => ({
  name: fields.service_name,
  description: fields.service_description,
  price_centavos: toCentavos(fields.service_price),
  treatment_id: fields.treatment_id,
  search_text: searchable(fields.service_name),
})

async function toChange(tx: Tx, id: string) {
  const row = await queries.serviceToChange(tx, id)
  if (!row) throw new AppError('not_found', s.serviceNotFound)
  return row
}

const answer = async (tx: ReadTx, id: string): Promise<Service> => serviceToWire(await views.serviceById(tx, id))

const log = (context: By, type: 'create' | 'update' | 'delete', action: string, id: string, changed?: string[]) =>
  record(context, { type, action, subject: 'service', subjectId: id, ...(changed && { changed }) })

/** Throws 422 for a treatment that is unknown or deleted; the picture is kept only when the service is. */
export const createService = (context: Detached, folder: string, fields: Fields, picture: File): Promise<Service> =>
  withPicture(folder, picture, 'service_pic', (name) =>
    context.inTransaction(async (by) => {
      const treatment = await parentTreatment(by.tx, fields.treatment_id)
      const id = newId()
      const times = { created_at: by.now, updated_at: by.now }
      await queries.insertService(by.tx, { id, ...columns(fields), picture_path: name, ...times })
      await log(by, 'create', `Added the service ${fields.service_name} to ${treatment.name}`, id)
      return answer(by.tx, id)
    }),
  )

type Changed = { service: Service; replaced: string | null }

async function change(context: By, id: string, fields: Fields, picture: string | null): Promise<Changed> {
  const row = await toChange(context.tx, id)
  if (row.deleted_at) throw new AppError('not_found', s.serviceNotFound)
  await parentTreatment(context.tx, fields.treatment_id)
  const before = await answer(context.tx, id)
  const changed = [...changedFields(before, fields), ...(picture === null ? [] : ['service_pic'])]
  if (changed.length === 0) return { service: before, replaced: null }
  const newPicture = picture === null ? {} : { picture_path: picture }
  await queries.updateService(context.tx, id, { ...columns(fields), ...newPicture, updated_at: context.now })
  await log(context, 'update', `Changed the service ${fields.service_name}`, id, changed)
  return { service: await answer(context.tx, id), replaced: picture === null ? null : row.picture_path }
}

/**
 * Changes a service; the picture only when a new one is given, the old one then goes once the change is kept.
 * Throws 404 for a service that is unknown or deleted, 422 for a treatment that is.
 */
export async function updateService(
  context: Detached,
  folder: string,
  id: string,
  fields: Fields,
  picture: File | undefined,
): Promise<Service> {
  const save = (name: string | null) => context.inTransaction((inside) => change(inside, id, fields, name))
  const { service, replaced } = picture ? await withPicture(folder, picture, 'service_pic', save) : await save(null)
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return service
}

export async function deleteService(context: By, id: string): Promise<Service> {
  const row = await toChange(context.tx, id)
  if (!row.deleted_at) {
    await queries.updateService(context.tx, id, { deleted_at: context.now, updated_at: context.now })
    await log(context, 'delete', `Deleted the service ${row.name}`, id)
  }
  return answer(context.tx, id)
}

/** Throws 409 while its treatment is deleted: it would stay hidden. */
export async function restoreService(context: By, id: string): Promise<Service> {
  const row = await toChange(context.tx, id)
  if (row.deleted_at) {
    await requireLiveParent(context.tx, row.treatment_id)
    await queries.updateService(context.tx, id, { deleted_at: null, updated_at: context.now })
    await log(context, 'update', `Restored the service ${row.name}`, id)
  }
  return answer(context.tx, id)
}
