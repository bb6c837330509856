import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import type { Centavos } from '#shared/lib/money.ts'
import {
  pictureAddress,
  presentAddOn,
  presentService,
  presentTreatment,
  type AddOnRow,
  type ServiceRow,
} from './present-catalogue.ts'
import { taxOfService, type ServiceTax } from '#shared/catalogue/service-tax.ts'
import * as views from './views.ts'

/** A service or add-on that can be sold or booked now, with its treatment. */
export type LiveItem = {
  id: string
  name: string
  priceCentavos: Centavos
  treatmentId: string
  treatmentName: string
}

/** A service that can be sold or booked now. */
export type LiveService = LiveItem & { tax: ServiceTax }

const liveItem = (row: ServiceRow | AddOnRow): LiveItem => ({
  id: row.id,
  name: row.name,
  priceCentavos: row.price_centavos,
  treatmentId: row.treatment_id,
  treatmentName: row.treatment_name,
})

/**
 * Returns the given services that are offered now (neither they nor their treatments are deleted), in no particular
 * order.
 */
export async function liveServices(tx: ReadTx, ids: readonly string[]): Promise<LiveService[]> {
  const rows = ids.length === 0 ? [] : await views.liveServicesByIds(tx, ids)
  return rows.map((row) => ({
    ...liveItem(row),
    tax: taxOfService({ ...row, tax_class: row.tax_class }),
  }))
}

/** Returns the given add-ons that are offered now, in no particular order. */
export async function liveAddOns(tx: ReadTx, ids: readonly string[]): Promise<LiveItem[]> {
  return ids.length === 0 ? [] : (await views.liveAddOnsByIds(tx, ids)).map(liveItem)
}

/** The offered services in the order of `ids`, without duplicates. */
export async function servicesByIds(tx: ReadTx, ids: readonly string[]): Promise<Service[]> {
  if (ids.length === 0) return []
  const rows = new Map((await views.liveServicesByIds(tx, ids)).map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentService(row)] : []
  })
}

export async function bookableTreatments(tx: ReadTx) {
  const rows = await views.bookableTreatments(tx)
  return rows.map((row) => ({
    id: row.id,
    treatment_name: row.name,
    treatment_description: row.description,
    treatment_pic: pictureAddress(row.picture_path),
  }))
}

/** A treatment's services that can be booked online. Throws a 404 for an unknown or deleted treatment. */
export async function bookableServices(tx: ReadTx, treatmentId: string): Promise<Service[]> {
  if (!(await views.treatmentById(tx, treatmentId))) throw new AppError('not_found', s.treatmentNotFound)
  const services = await views.servicesOfTreatment(tx, treatmentId)
  return services.filter((row) => row.bookable_online).map(presentService)
}

const counters = ({ page, per_page }: views.ListQuery, total: number) => ({ total, page, per_page })

export async function listTreatments(tx: ReadTx, query: views.ListQuery) {
  const { rows, total } = await views.treatmentPage(tx, query)
  return { data: rows.map(presentTreatment), ...counters(query, total) }
}

export async function listServices(tx: ReadTx, query: views.ListQuery) {
  const { rows, total } = await views.servicePage(tx, query)
  return { data: rows.map(presentService), ...counters(query, total) }
}

export async function listAddOns(tx: ReadTx, query: views.ListQuery) {
  const { rows, total } = await views.addOnPage(tx, query)
  return { data: rows.map(presentAddOn), ...counters(query, total) }
}

/** A treatment with all offered services and add-ons. Throws a 404 for an unknown or deleted one. */
export async function treatmentDetail(tx: ReadTx, id: string) {
  const treatment = await views.treatmentById(tx, id)
  if (!treatment) throw new AppError('not_found', s.nothingFound)
  const services = (await views.servicesOfTreatment(tx, id)).map(presentService)
  const addOns = (await views.addOnsOfTreatment(tx, id)).map(presentAddOn)
  return { ...presentTreatment(treatment), services, addOns }
}
