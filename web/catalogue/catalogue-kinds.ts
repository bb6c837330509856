import { catalogueContract as contract } from '#shared/catalogue/contract.ts'
import type { AddOn, Service, Treatment } from '#shared/catalogue/records.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import type { RecordKind } from '#shared/history-logs/contract.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { pesosOf, typedPrice } from '#web/ui/data/money-text.ts'
import { addOnFile, serviceFile, treatmentFile } from '#shared/catalogue/list-files.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'

/** The common interface of treatments, services and add-ons, so that one list component edits all three. */
export type Kind<Row extends { id: string; version: number }, Values extends object> = {
  /** The name of the record kind in the history log. */
  subject: RecordKind
  list: typeof contract.treatments | typeof contract.services | typeof contract.addOns
  /** The call that exports the list, and its columns. */
  exported: {
    endpoint: typeof contract.exportTreatments | typeof contract.exportServices
    file: ListFile<Row>
  }
  schema: typeof contract.updateTreatment.body | typeof contract.updateService.body | typeof contract.updateAddOn.body
  fields: readonly (keyof Values & string)[]
  nameOf: (row: Row) => string
  valuesOf: (row: Row) => Values
  /** Displayed texts for ids, such as a treatment's name. */
  textsOf: (row: Row) => { [Field in keyof Values]?: string }
  bodyOf: (values: Values) => object
  /** The row as it will be after the change, which is shown before the server has answered. */
  changed: (row: Row, values: Values) => Row
  /** Saves a row; the server refuses it when somebody has changed the row since it was read. */
  update: (row: Row, values: Values) => Promise<{ data: Row }>
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  sentences: { deleteQuestion: string; deleted: string; notDeleted: string; notUpdated: string }
}

export type TreatmentValues = { treatment_name: string; treatment_description: string; treatment_price: string }

export const treatmentBody = (values: TreatmentValues) => ({
  ...values,
  treatment_price: pesosOf(values.treatment_price),
})

export const treatmentKind: Kind<Treatment, TreatmentValues> = {
  subject: 'treatment',
  list: contract.treatments,
  exported: { endpoint: contract.exportTreatments, file: treatmentFile },
  schema: contract.updateTreatment.body,
  fields: ['treatment_name', 'treatment_description', 'treatment_price'],
  nameOf: (row) => row.treatment_name,
  valuesOf: (row) => ({
    treatment_name: row.treatment_name,
    treatment_description: row.treatment_description ?? '',
    treatment_price: typedPrice(row.treatment_price),
  }),
  textsOf: (row) => ({ treatment_price: formatPesoShort(toCentavos(row.treatment_price)) }),
  bodyOf: treatmentBody,
  changed: (row, values) => ({ ...row, ...treatmentBody(values) }),
  update: (row, values) =>
    api(contract.updateTreatment, { params: { id: row.id }, body: treatmentBody(values) }, ifMatch(row)),
  remove: (id) => api(contract.deleteTreatment, { params: { id }, body: { is_delete: 1 } }),
  restore: (id) => api(contract.restoreTreatment, { params: { id } }),
  sentences: {
    deleteQuestion: s.deleteTreatment,
    deleted: s.treatmentDeleted,
    notDeleted: s.failedToDeleteTreatment,
    notUpdated: s.failedToUpdate,
  },
}

export type ServiceValues = {
  service_name: string
  service_description: string
  service_price: string
  treatment_id: string
  service_pic: File | null
}

/** A multipart body: all values are text, and without a picture the field is missing. */
export const serviceBody = ({ service_pic, service_price, ...values }: ServiceValues) => ({
  ...values,
  service_price: String(pesosOf(service_price)),
  ...(service_pic && { service_pic }),
})

export const serviceKind: Kind<Service, ServiceValues> = {
  subject: 'service',
  list: contract.services,
  exported: { endpoint: contract.exportServices, file: serviceFile },
  schema: contract.updateService.body,
  fields: ['service_name', 'service_description', 'service_price', 'treatment_id', 'service_pic'],
  nameOf: (row) => row.service_name,
  valuesOf: (row) => ({
    service_name: row.service_name,
    service_description: row.service_description ?? '',
    service_price: typedPrice(row.service_price),
    treatment_id: row.treatment_id,
    service_pic: null,
  }),
  textsOf: (row) => ({
    service_price: formatPesoShort(toCentavos(row.service_price)),
    treatment_id: row.treatment_name,
  }),
  bodyOf: serviceBody,
  changed: (row, { service_pic: _, ...values }) => ({
    ...row,
    ...values,
    service_price: pesosOf(values.service_price),
  }),
  update: (row, values) =>
    api(contract.updateService, { params: { id: row.id }, body: serviceBody(values) }, ifMatch(row)),
  remove: (id) => api(contract.deleteService, { params: { id }, body: { is_delete: 1 } }),
  restore: (id) => api(contract.restoreService, { params: { id } }),
  sentences: {
    deleteQuestion: s.deleteService,
    deleted: s.serviceDeleted,
    notDeleted: s.failedToDeleteService,
    notUpdated: s.failedToUpdateService,
  },
}

export type AddOnValues = { addOn_name: string; addOn_price: string; treatment_id: string }

export const addOnBody = (values: AddOnValues) => ({ ...values, addOn_price: pesosOf(values.addOn_price) })

export const addOnKind: Kind<AddOn, AddOnValues> = {
  subject: 'add-on',
  list: contract.addOns,
  exported: { endpoint: contract.exportAddOns, file: addOnFile },
  schema: contract.updateAddOn.body,
  fields: ['addOn_name', 'addOn_price', 'treatment_id'],
  nameOf: (row) => row.addOn_name,
  valuesOf: (row) => ({
    addOn_name: row.addOn_name,
    addOn_price: typedPrice(row.addOn_price),
    treatment_id: row.treatment_id,
  }),
  textsOf: (row) => ({ addOn_price: formatPesoShort(toCentavos(row.addOn_price)), treatment_id: row.treatment_name }),
  bodyOf: addOnBody,
  changed: (row, values) => ({ ...row, ...addOnBody(values) }),
  update: (row, values) => api(contract.updateAddOn, { params: { id: row.id }, body: addOnBody(values) }, ifMatch(row)),
  remove: (id) => api(contract.deleteAddOn, { params: { id }, body: { is_delete: 1 } }),
  restore: (id) => api(contract.restoreAddOn, { params: { id } }),
  sentences: {
    deleteQuestion: s.deleteAddOn,
    deleted: s.addOnDeleted,
    notDeleted: s.failedToDeleteAddOn,
    notUpdated: s.failedToUpdate,
  },
}
