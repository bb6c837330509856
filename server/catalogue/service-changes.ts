import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import { discardPicture, withPicture } from '#server/lib/stored-pictures.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import { catalogueEvents } from '#shared/catalogue/events.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import type { ServiceBooking } from '#shared/catalogue/service-booking.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { requireParentTreatment, requireLiveParent } from './treatment-changes.ts'
import * as queries from './queries.ts'
import { presentService } from './present-catalogue.ts'
import * as views from './views.ts'

type Fields = Omit<Parsed<typeof catalogueContract.updateService>['body'], 'service_pic'>
type NewFields = Fields & { booking?: ServiceBooking | undefined }

const columns = (fields: Fields) => ({
  name: fields.service_name,
  description: fields.service_description,
  price_centavos: toCentavos(fields.service_price),
  treatment_id: fields.treatment_id,
  search_text: searchable(fields.service_name),
})

async function requireService(tx: Tx, id: string) {
  const row = await queries.lockService(tx, id)
  if (!row) throw new AppError('not_found', s.serviceNotFound)
  return row
}

const readService = async (tx: ReadTx, id: string): Promise<Service> => presentService(await views.serviceById(tx, id))

/** Throws a 422 for an unknown or deleted treatment. The picture is stored only if the service is. */
export const createService = (
  context: DetachedContext<Principal>,
  folder: string,
  { booking, ...fields }: NewFields,
  picture: File,
): Promise<Service> =>
  withPicture(folder, picture, 'service_pic', (name) =>
    context.inTransaction(async (by) => {
      const treatment = await requireParentTreatment(by.tx, fields.treatment_id)
      const id = newId()
      const times = { created_at: by.now, updated_at: by.now }
      await queries.insertService(by.tx, { id, ...columns(fields), ...booking, picture_path: name, ...times })
      const parameters = { name: fields.service_name, treatment: treatment.name }
      await writeAuditLog(by, { type: 'catalogue.service.created', subjectId: id, parameters })
      return readService(by.tx, id)
    }),
  )

type Changed = { service: Service; replaced: string | null }

async function changeService(
  context: Context<Principal>,
  id: string,
  fields: Fields,
  picture: string | null,
): Promise<Changed> {
  const row = await requireService(context.tx, id)
  if (row.deleted_at) throw new AppError('not_found', s.serviceNotFound)
  const { name: treatment } = await requireParentTreatment(context.tx, fields.treatment_id)
  const before = await readService(context.tx, id)
  const after = { ...fields, ...(picture !== null && { service_pic: picture }) }
  const changes = changesBetween(catalogueEvents['catalogue.service.changed'], before, after, {
    treatment_id: { from: before.treatment_name, to: treatment },
  })
  if (changes.length === 0) return { service: before, replaced: null }
  requireVersion(context, before)
  const newPicture = picture === null ? {} : { picture_path: picture }
  await queries.updateService(context.tx, id, { ...columns(fields), ...newPicture, updated_at: context.now })
  const parameters = { name: fields.service_name }
  await writeAuditLog(context, { type: 'catalogue.service.changed', subjectId: id, parameters, changes })
  return { service: await readService(context.tx, id), replaced: picture === null ? null : row.picture_path }
}

/**
 * Changes a service. A new picture replaces the old one, which is deleted after the commit. Throws a 404 for an unknown
 * or deleted service, a 422 for an unknown or deleted treatment, and a 409 for a stale form.
 */
export async function updateService(
  context: DetachedContext<Principal>,
  folder: string,
  id: string,
  fields: Fields,
  picture: File | undefined,
): Promise<Service> {
  const save = (name: string | null) => context.inTransaction((inside) => changeService(inside, id, fields, name))
  const { service, replaced } = picture ? await withPicture(folder, picture, 'service_pic', save) : await save(null)
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return service
}

export async function deleteService(context: Context<Principal>, id: string): Promise<Service> {
  const row = await requireService(context.tx, id)
  if (!row.deleted_at) {
    await queries.updateService(context.tx, id, { deleted_at: context.now, updated_at: context.now })
    const parameters = { name: row.name }
    await writeAuditLog(context, { type: 'catalogue.service.deleted', subjectId: id, parameters })
  }
  return readService(context.tx, id)
}

/** Throws a 409 while the treatment is deleted, because the service would stay hidden. */
export async function restoreService(context: Context<Principal>, id: string): Promise<Service> {
  const row = await requireService(context.tx, id)
  if (row.deleted_at) {
    await requireLiveParent(context.tx, row.treatment_id)
    await queries.updateService(context.tx, id, { deleted_at: null, updated_at: context.now })
    const parameters = { name: row.name }
    await writeAuditLog(context, { type: 'catalogue.service.restored', subjectId: id, parameters })
  }
  return readService(context.tx, id)
}
