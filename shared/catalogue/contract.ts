import { z } from 'zod'
import { catalogueMessages } from './messages.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { id, jsonInForm, strictBody, optionalText, requiredName } from '#shared/lib/fields.ts'
import { pesos, pesosInForm } from '#shared/lib/money-fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { affectedVisits } from '#shared/lib/affected-visits.ts'
import { addOn, isDelete, service, treatment } from './records.ts'
import { serviceTax, USUAL_TAX } from './service-tax.ts'
import { bookingFields, serviceBooking } from './service-booking.ts'
import { MAX_IMAGE_BYTES } from '#shared/lib/image-file.ts'
import { imageMessages } from '#shared/lib/messages.ts'

/** An uploaded picture; the server checks the actual format. */
const picture = z
  .file(catalogueMessages.serviceImage)
  .min(1, catalogueMessages.serviceImage)
  .max(MAX_IMAGE_BYTES, imageMessages.tooLarge)
const treatmentBody = strictBody({
  treatment_name: requiredName(120, catalogueMessages.treatmentName),
  treatment_description: optionalText(1000),
  treatment_price: pesos.default(0),
})
const serviceFields = {
  service_name: requiredName(120, catalogueMessages.serviceNameAndTreatment),
  service_description: optionalText(1000),
  service_price: pesosInForm.default(0),
  treatment_id: z.uuid(catalogueMessages.serviceNameAndTreatment),
}
const addOnBody = strictBody({
  addOn_name: requiredName(120, catalogueMessages.addOnNameAndTreatment),
  addOn_price: pesos.default(0),
  treatment_id: z.uuid(catalogueMessages.addOnNameAndTreatment),
})

const byId = z.object({ id })
const deleted = z.enum(['no', 'yes']).default('no')
const ofTreatment = { treatment_id: id.optional() }
const exportQuery = searchQuery({ deleted })
const exportOfTreatment = searchQuery({ deleted, ...ofTreatment })
const listQuery = <S extends z.core.$ZodLooseShape>(more: S) => pageQuery(5, { deleted, ...more })
/**
 * The body of a call that deletes a record. It may be missing, and the record is deleted with either value of
 * `is_delete`.
 */
const softDeleteBody = z
  .union([z.null(), z.undefined(), strictBody({ is_delete: isDelete.optional() })])
  .describe('Accepted and not needed')

const treatmentAnswer = z.object({ data: treatment })
const serviceAnswer = z.object({ data: service })
const addOnAnswer = z.object({ data: addOn })

export const catalogueContract = {
  treatments: endpoint({
    method: 'GET',
    url: '/api/treatments',
    access: 'catalogue.read',
    summary: 'Treatments',
    database: 'snapshot',
    timeoutMs: 10_000,
    querystring: listQuery({}),
    response: z.object({ data: z.array(treatment), ...pageCounters }),
  }),
  exportTreatments: exportOf('/api/treatments', 'catalogue.read', 'The filtered treatments', exportQuery),
  exportServices: exportOf('/api/services', 'catalogue.read', 'The filtered services', exportOfTreatment),
  exportAddOns: exportOf('/api/addons', 'catalogue.read', 'The filtered add-ons', exportOfTreatment),
  treatment: endpoint({
    method: 'GET',
    url: '/api/treatments/:id',
    access: 'catalogue.read',
    summary: 'A treatment with its services and add-ons',
    params: byId,
    response: z.object({ data: treatment.extend({ services: z.array(service), addOns: z.array(addOn) }) }),
  }),
  createTreatment: endpoint({
    method: 'POST',
    url: '/api/treatments',
    access: 'treatments.create',
    summary: 'Add a treatment',
    status: 201,
    body: treatmentBody,
    response: treatmentAnswer,
  }),
  updateTreatment: endpoint({
    method: 'PUT',
    url: '/api/treatments/:id',
    access: 'catalogue.manage',
    summary: 'Change a treatment',
    params: byId,
    body: treatmentBody,
    response: treatmentAnswer,
    errorData: { stale: treatment },
    ifMatch: true,
  }),
  deleteTreatment: endpoint({
    method: 'PUT',
    url: '/api/treatments/:id/soft-delete',
    access: 'catalogue.manage',
    summary: 'Delete a treatment; its services and add-ons are hidden too',
    params: byId,
    body: softDeleteBody,
    response: treatmentAnswer,
  }),
  restoreTreatment: endpoint({
    method: 'PUT',
    url: '/api/treatments/:id/restore',
    access: 'catalogue.manage',
    summary: 'Restore a deleted treatment',
    params: byId,
    response: treatmentAnswer,
  }),
  services: endpoint({
    method: 'GET',
    url: '/api/services',
    access: 'catalogue.read',
    summary: 'Services, of all treatments or one',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: listQuery(ofTreatment),
    response: z.object({ data: z.array(service), ...pageCounters }),
  }),
  createService: endpoint({
    method: 'POST',
    url: '/api/services',
    access: 'catalogue.manage',
    summary: 'Add a service with its picture',
    status: 201,
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    body: strictBody({ ...serviceFields, service_pic: picture, booking: jsonInForm(serviceBooking).optional() }),
    response: serviceAnswer,
  }),
  updateService: endpoint({
    method: 'POST',
    url: '/api/services/:id',
    access: 'catalogue.manage',
    summary: 'Change a service; its picture changes only if a new one is sent',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    params: byId,
    body: strictBody({ ...serviceFields, service_pic: picture.optional() }),
    response: serviceAnswer,
    errorData: { stale: service },
    ifMatch: true,
  }),
  changeBooking: endpoint({
    method: 'PUT',
    url: '/api/services/:id/booking',
    access: 'catalogue.manage',
    summary:
      'Change how a service is booked; booked visits that are shorter than its new duration are listed and must be accepted first',
    params: byId,
    body: strictBody({
      ...bookingFields,
      /**
       * If false and booked visits are shorter than the new length, the call is refused (409) with a list of these
       * visits.
       */
      despite_visits: z.boolean().default(false),
    }),
    response: serviceAnswer,
    errorData: { stale: service, conflict: affectedVisits },
    ifMatch: true,
  }),
  changeTax: endpoint({
    method: 'PUT',
    url: '/api/services/:id/tax',
    access: 'catalogue.manage',
    summary: 'Change the tax class of a service, and whether Senior Citizen and PWD discounts apply to it',
    params: byId,
    body: serviceTax.refine(({ senior_pwd_eligible, is_excise }) => !(senior_pwd_eligible && is_excise), {
      path: ['is_excise'],
      message: catalogueMessages.eligibleOrExcise,
    }),
    response: serviceAnswer,
    errorData: { stale: service },
    ifMatch: true,
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/catalogue/start',
    access: 'catalogue.manage',
    summary:
      'Add several treatments with their services at once; existing treatments and services with the same name do not change',
    status: 201,
    body: strictBody({
      treatments: z
        .array(
          strictBody({
            treatment_name: treatmentBody.shape.treatment_name,
            services: z
              .array(
                strictBody({
                  service_name: serviceFields.service_name,
                  service_price: pesos,
                  duration_minutes: bookingFields.duration_minutes,
                  senior_pwd_eligible: serviceTax.shape.senior_pwd_eligible.default(USUAL_TAX.senior_pwd_eligible),
                }),
              )
              .min(1)
              .max(60),
          }),
        )
        .min(1)
        .max(30),
    }),
    response: z.object({ data: z.object({ treatments: z.number().int(), services: z.number().int() }) }),
  }),
  deleteService: endpoint({
    method: 'PUT',
    url: '/api/services/:id/soft-delete',
    access: 'catalogue.manage',
    summary: 'Delete a service',
    params: byId,
    body: softDeleteBody,
    response: serviceAnswer,
  }),
  restoreService: endpoint({
    method: 'PUT',
    url: '/api/services/:id/restore',
    access: 'catalogue.manage',
    summary: 'Restore a deleted service',
    params: byId,
    response: serviceAnswer,
  }),
  addOns: endpoint({
    method: 'GET',
    url: '/api/addons',
    access: 'catalogue.read',
    summary: 'Add-ons, of all treatments or one',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: listQuery(ofTreatment),
    response: z.object({ data: z.array(addOn), ...pageCounters }),
  }),
  createAddOn: endpoint({
    method: 'POST',
    url: '/api/addons',
    access: 'catalogue.manage',
    summary: 'Add an add-on',
    status: 201,
    body: addOnBody,
    response: addOnAnswer,
  }),
  updateAddOn: endpoint({
    method: 'PUT',
    url: '/api/addons/:id',
    access: 'catalogue.manage',
    summary: 'Change an add-on',
    params: byId,
    body: addOnBody,
    response: addOnAnswer,
    errorData: { stale: addOn },
    ifMatch: true,
  }),
  deleteAddOn: endpoint({
    method: 'PUT',
    url: '/api/addons/:id/soft-delete',
    access: 'catalogue.manage',
    summary: 'Delete an add-on',
    params: byId,
    body: softDeleteBody,
    response: addOnAnswer,
  }),
  restoreAddOn: endpoint({
    method: 'PUT',
    url: '/api/addons/:id/restore',
    access: 'catalogue.manage',
    summary: 'Restore a deleted add-on',
    params: byId,
    response: addOnAnswer,
  }),
  servicesByIds: endpoint({
    method: 'POST',
    url: '/api/get-services-by-ids',
    access: 'catalogue.read',
    summary: 'The current names and prices of services, to price a restored order again',
    database: 'read',
    body: strictBody({ service_ids: z.array(id).max(60, catalogueMessages.tooManyServices(60)) }),
    response: z.object({ data: z.array(service) }),
  }),
}
