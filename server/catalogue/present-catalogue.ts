import type { AddOn, Service, Treatment } from '#shared/catalogue/records.ts'
import { bookingOf } from '#shared/catalogue/service-booking.ts'
import { taxOfService } from '#shared/catalogue/service-tax.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { addOnPage, servicePage, treatmentPage } from './views.ts'

type RowOf<P extends (...args: never[]) => Promise<{ rows: unknown[] }>> = Awaited<ReturnType<P>>['rows'][number]
type TreatmentRow = RowOf<typeof treatmentPage>
export type ServiceRow = RowOf<typeof servicePage>
export type AddOnRow = RowOf<typeof addOnPage>

const flag = (...deletedAt: (Date | null)[]): 0 | 1 => (deletedAt.some((at) => at !== null) ? 1 : 0)

/** The path of a service's picture; null if there is none. */
export const pictureAddress = (name: string | null) => (name === null ? null : `/api/service-pictures/${name}`)

export const presentTreatment = (row: TreatmentRow): Treatment => ({
  id: row.id,
  treatment_name: row.name,
  treatment_description: row.description,
  treatment_price: toPesos(row.price_centavos),
  is_delete: flag(row.deleted_at),
  updated_at: isoInManila(row.updated_at),
  version: row.version,
})

export const presentService = (row: ServiceRow): Service => ({
  id: row.id,
  service_id: row.id,
  service_name: row.name,
  service_description: row.description,
  service_price: toPesos(row.price_centavos),
  ...bookingOf(row),
  questions: row.questions,
  ...taxOfService({ ...row, tax_class: row.tax_class }),
  Service_name: row.name,
  Service_description: row.description,
  Service_price: toPesos(row.price_centavos),
  service_pic: pictureAddress(row.picture_path),
  treatment_id: row.treatment_id,
  treatment_name: row.treatment_name,
  is_delete: flag(row.deleted_at, row.treatment_deleted_at),
  updated_at: isoInManila(row.updated_at),
  version: row.version,
})

export const presentAddOn = (row: AddOnRow): AddOn => ({
  id: row.id,
  addOn_id: row.id,
  addOn_name: row.name,
  addOn_price: toPesos(row.price_centavos),
  treatment_id: row.treatment_id,
  treatment_name: row.treatment_name,
  is_delete: flag(row.deleted_at, row.treatment_deleted_at),
  updated_at: isoInManila(row.updated_at),
  version: row.version,
})
