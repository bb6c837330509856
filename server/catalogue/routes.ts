import path from 'node:path'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import * as addOns from './add-on-changes.ts'
import { changeBooking, changeTax } from './service-settings.ts'
import { changeServiceSupplies, readServiceSupplies } from './service-supplies.ts'
import { suppliesContract } from '#shared/catalogue/supplies-contract.ts'
import * as services from './service-changes.ts'
import * as catalogue from './read-catalogue.ts'
import { startCatalogue } from './start-catalogue.ts'
import * as treatments from './treatment-changes.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { addOnFile, serviceFile, treatmentFile } from '#shared/catalogue/list-files.ts'

export function catalogueRoutes(registerEndpoint: RegisterEndpoint, options: { uploadsDir: string }): void {
  const folder = path.join(options.uploadsDir, 'services')
  bookingRoutes(registerEndpoint, folder)
  readRoutes(registerEndpoint)
  treatmentRoutes(registerEndpoint)
  serviceRoutes(registerEndpoint, folder)
  addOnRoutes(registerEndpoint)
}

function bookingRoutes(registerEndpoint: RegisterEndpoint, folder: string): void {
  const contract = bookingCatalogueContract
  registerEndpoint(contract.treatments, async ({ tx }) => ({ data: await catalogue.bookableTreatments(tx) }))
  registerEndpoint(contract.services, async ({ tx }, { params }) => ({
    data: await catalogue.bookableServices(tx, params.treatmentId),
  }))
  registerEndpoint(contract.picture, async (context, { params }) => {
    await servePicture(context, folder, params.name, `public, ${FOR_GOOD}`)
    return ''
  })
}

function readRoutes(registerEndpoint: RegisterEndpoint): void {
  const contract = catalogueContract
  registerEndpoint(contract.treatments, ({ tx }, { querystring }) => catalogue.listTreatments(tx, querystring))
  registerEndpoint(contract.treatment, async ({ tx }, { params }) => ({
    data: await catalogue.treatmentDetail(tx, params.id),
  }))
  registerEndpoint(contract.services, ({ tx }, { querystring }) => catalogue.listServices(tx, querystring))
  registerEndpoint(contract.addOns, ({ tx }, { querystring }) => catalogue.listAddOns(tx, querystring))
  registerEndpoint(contract.exportTreatments, (context, { querystring }) =>
    exportList(context, treatmentFile, {
      query: querystring,
      read: ({ tx }, query) => catalogue.listTreatments(tx, query),
      rowsIn: 'data',
    }),
  )
  registerEndpoint(contract.exportServices, (context, { querystring }) =>
    exportList(context, serviceFile, {
      query: querystring,
      read: ({ tx }, query) => catalogue.listServices(tx, query),
      rowsIn: 'data',
    }),
  )
  registerEndpoint(contract.exportAddOns, (context, { querystring }) =>
    exportList(context, addOnFile, {
      query: querystring,
      read: ({ tx }, query) => catalogue.listAddOns(tx, query),
      rowsIn: 'data',
    }),
  )
  registerEndpoint(contract.servicesByIds, async ({ tx }, { body }) => ({
    data: await catalogue.servicesByIds(tx, body.service_ids),
  }))
}

function treatmentRoutes(registerEndpoint: RegisterEndpoint): void {
  const contract = catalogueContract
  registerEndpoint(contract.createTreatment, async (context, { body }) => ({
    data: await treatments.createTreatment(context, body),
  }))
  registerEndpoint(contract.updateTreatment, async (context, { params, body }) => ({
    data: await treatments.updateTreatment(context, params.id, body),
  }))
  registerEndpoint(contract.deleteTreatment, async (context, { params }) => ({
    data: await treatments.deleteTreatment(context, params.id),
  }))
  registerEndpoint(contract.restoreTreatment, async (context, { params }) => ({
    data: await treatments.restoreTreatment(context, params.id),
  }))
}

function serviceRoutes(registerEndpoint: RegisterEndpoint, folder: string): void {
  const contract = catalogueContract
  registerEndpoint(contract.createService, async (context, { body: { service_pic, ...fields } }) => ({
    data: await services.createService(context, folder, fields, service_pic),
  }))
  registerEndpoint(contract.updateService, async (context, { params, body: { service_pic, ...fields } }) => ({
    data: await services.updateService(context, folder, params.id, fields, service_pic),
  }))
  registerEndpoint(contract.start, async (context, { body }) => ({ data: await startCatalogue(context, body) }))
  registerEndpoint(contract.changeBooking, async (context, { params, body }) => ({
    data: await changeBooking(context, params.id, body),
  }))
  registerEndpoint(contract.changeTax, async (context, { params, body }) => ({
    data: await changeTax(context, params.id, body),
  }))
  registerEndpoint(suppliesContract.ofService, async (context, { params }) => ({
    data: await readServiceSupplies(context, params.id),
  }))
  registerEndpoint(suppliesContract.changeOfService, async (context, { params, body }) => ({
    data: await changeServiceSupplies(context, params.id, body.supplies),
  }))
  registerEndpoint(contract.deleteService, async (context, { params }) => ({
    data: await services.deleteService(context, params.id),
  }))
  registerEndpoint(contract.restoreService, async (context, { params }) => ({
    data: await services.restoreService(context, params.id),
  }))
}

function addOnRoutes(registerEndpoint: RegisterEndpoint): void {
  const contract = catalogueContract
  registerEndpoint(contract.createAddOn, async (context, { body }) => ({
    data: await addOns.createAddOn(context, body),
  }))
  registerEndpoint(contract.updateAddOn, async (context, { params, body }) => ({
    data: await addOns.updateAddOn(context, params.id, body),
  }))
  registerEndpoint(contract.deleteAddOn, async (context, { params }) => ({
    data: await addOns.deleteAddOn(context, params.id),
  }))
  registerEndpoint(contract.restoreAddOn, async (context, { params }) => ({
    data: await addOns.restoreAddOn(context, params.id),
  }))
}
