import path from 'node:path'
import type { Implement } from '#server/lib/implement.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import * as addOns from './add-on-changes.ts'
import * as services from './service-changes.ts'
import * as catalogue from './service.ts'
import * as treatments from './treatment-changes.ts'

export function catalogueRoutes(implement: Implement, options: { uploadsDir: string }): void {
  const folder = path.join(options.uploadsDir, 'services')
  bookingRoutes(implement, folder)
  readRoutes(implement)
  treatmentRoutes(implement)
  serviceRoutes(implement, folder)
  addOnRoutes(implement)
}

function bookingRoutes(implement: Implement, folder: string): void {
  const contract = bookingCatalogueContract
  implement(contract.treatments, async ({ tx }) => ({ data: await catalogue.bookableTreatments(tx) }))
  implement(contract.services, async ({ tx }, { params }) => ({
    data: await catalogue.bookableServices(tx, params.treatmentId),
  }))
  implement(contract.picture, async (context, { params }) => {
    await servePicture(context, folder, params.name, `public, ${FOR_GOOD}`)
    return ''
  })
}

function readRoutes(implement: Implement): void {
  const contract = catalogueContract
  implement(contract.treatments, ({ tx }, { querystring }) => catalogue.listTreatments(tx, querystring))
  implement(contract.treatment, async ({ tx }, { params }) => ({
    data: await catalogue.treatmentDetail(tx, params.id),
  }))
  implement(contract.services, ({ tx }, { querystring }) => catalogue.listServices(tx, querystring))
  implement(contract.addOns, ({ tx }, { querystring }) => catalogue.listAddOns(tx, querystring))
  implement(contract.servicesByIds, async ({ tx }, { body }) => ({
    data: await catalogue.servicesByIds(tx, body.service_ids),
  }))
}

function treatmentRoutes(implement: Implement): void {
  const contract = catalogueContract
  implement(contract.createTreatment, async (context, { body }) => ({
    data: await treatments.createTreatment(context, body),
  }))
  implement(contract.updateTreatment, async (context, { params, body }) => ({
    data: await treatments.updateTreatment(context, params.id, body),
  }))
  implement(contract.deleteTreatment, async (context, { params }) => ({
    data: await treatments.deleteTreatment(context, params.id),
  }))
  implement(contract.restoreTreatment, async (context, { params }) => ({
    data: await treatments.restoreTreatment(context, params.id),
  }))
}

function serviceRoutes(implement: Implement, folder: string): void {
  const contract = catalogueContract
  implement(contract.createService, async (context, { body: { service_pic, ...fields } }) => ({
    data: await services.createService(context, folder, fields, service_pic),
  }))
  implement(contract.updateService, async (context, { params, body: { service_pic, ...fields } }) => ({
    data: await services.updateService(context, folder, params.id, fields, service_pic),
  }))
  implement(contract.deleteService, async (context, { params }) => ({
    data: await services.deleteService(context, params.id),
  }))
  implement(contract.restoreService, async (context, { params }) => ({
    data: await services.restoreService(context, params.id),
  }))
}

function addOnRoutes(implement: Implement): void {
  const contract = catalogueContract
  implement(contract.createAddOn, async (context, { body }) => ({ data: await addOns.createAddOn(context, body) }))
  implement(contract.updateAddOn, async (context, { params, body }) => ({
    data: await addOns.updateAddOn(context, params.id, body),
  }))
  implement(contract.deleteAddOn, async (context, { params }) => ({
    data: await addOns.deleteAddOn(context, params.id),
  }))
  implement(contract.restoreAddOn, async (context, { params }) => ({
    data: await addOns.restoreAddOn(context, params.id),
  }))
}
