import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSnapshot } from '#server/db/transactions.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { bookingCatalogueContract as booking } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract as catalogue } from '#shared/catalogue/contract.ts'
import { liveAddOns, liveServices } from './read-catalogue.ts'

let server: TestServer
let ids: TestCatalogue
let admin: Caller
let anyone: Caller
const unknown = '01900000-0000-7000-8000-00000000ffff'

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
  anyone = server.as(null)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['services', 'add_ons', 'treatments'] as const) await server.db.deleteFrom(table).execute()
  ids = await createCatalogue(server.db)
})

const serviceNames = async (querystring: { search?: string; treatment_id?: string }) =>
  (await admin(catalogue.services, { querystring })).data.map((row) => row.service_name)

test('the booking page shows every treatment, even without services, and the services of each', async () => {
  await admin(catalogue.createTreatment, { body: { treatment_name: 'Empty one' } })
  await admin(catalogue.deleteService, { params: { id: ids.otherTreatmentServiceId }, body: null })
  const { data } = await anyone(booking.treatments, {})
  expect(data.map(({ treatment_name }) => treatment_name)).toEqual(['Empty one', 'Facials', 'Laser'])
  expect(data[1]).toEqual({
    id: ids.treatmentId,
    treatment_name: 'Facials',
    treatment_description: null,
    treatment_pic: null,
  })
  expect((await anyone(booking.services, { params: { treatmentId: ids.otherTreatmentId } })).data).toEqual([])
  const services = await anyone(booking.services, { params: { treatmentId: ids.treatmentId } })
  expect(services.data.map((row) => [row.service_name, row.service_price])).toEqual([
    ['Diamond peel', 1500],
    ['Hydra glow', 2500.5],
  ])
  await expect(anyone(booking.services, { params: { treatmentId: unknown } })).rejects.toMatchObject({ status: 404 })
})

test('current prices of services and add-ons are returned for a list of ids, each once, without items that are not offered', async () => {
  await admin(catalogue.deleteService, { params: { id: ids.otherServiceId }, body: null })
  const service_ids = [ids.otherTreatmentServiceId, ids.otherServiceId, unknown, ids.serviceId, ids.serviceId]
  const { data } = await admin(catalogue.servicesByIds, { body: { service_ids } })
  expect(data.map((row) => row.service_name)).toEqual(['Carbon peel', 'Diamond peel'])
  expect((await admin(catalogue.servicesByIds, { body: { service_ids: [] } })).data).toEqual([])
  const many = Array.from({ length: 100_000 }, () => ids.serviceId)
  const call = admin(catalogue.servicesByIds, { body: { service_ids: many } })
  await expect(call).rejects.toMatchObject({ status: 413 })
  const tooMany = admin(catalogue.servicesByIds, { body: { service_ids: many.slice(0, 61) } })
  await expect(tooMany).rejects.toMatchObject({ status: 422, message: 'Ask for at most 60 services at once.' })
})

test('sellable items include their treatment and their price in centavos', async () => {
  expect(await inSnapshot(server.db, (tx) => liveServices(tx, [ids.otherServiceId, unknown]))).toEqual([
    {
      id: ids.otherServiceId,
      name: 'Hydra glow',
      priceCentavos: 250_050,
      treatmentId: ids.treatmentId,
      treatmentName: 'Facials',
      tax: { tax_class: 'vatable', senior_pwd_eligible: false, is_excise: false },
    },
  ])
  expect(await inSnapshot(server.db, (tx) => liveAddOns(tx, [ids.addOnId]))).toMatchObject([
    { name: 'LED light', priceCentavos: 35_000 },
  ])
})

test('a treatment includes its services and add-ons, without deleted ones', async () => {
  await admin(catalogue.deleteService, { params: { id: ids.otherServiceId }, body: null })
  const { data } = await admin(catalogue.treatment, { params: { id: ids.treatmentId } })
  expect(data).toMatchObject({ id: ids.treatmentId, treatment_name: 'Facials' })
  expect(data.services.map((row) => [row.id, row.service_name, row.service_price])).toEqual([
    [ids.serviceId, 'Diamond peel', 1500],
  ])
  expect(data.services[0]).toMatchObject({
    Service_name: 'Diamond peel',
    Service_description: null,
    Service_price: 1500,
  })
  expect(data.addOns.map((row) => [row.id, row.addOn_name, row.addOn_price])).toEqual([[ids.addOnId, 'LED light', 350]])
  await expect(admin(catalogue.treatment, { params: { id: unknown } })).rejects.toMatchObject({
    status: 404,
    message: 'No services or add-ons found',
  })
})

test('a deleted service disappears from staff and public lists and returns when it is restored', async () => {
  const params = { id: ids.serviceId }
  const booked = async () =>
    (await anyone(booking.services, { params: { treatmentId: ids.treatmentId } })).data.map((row) => row.service_name)
  const gone = await admin(catalogue.deleteService, { params, body: { is_delete: 0 } })
  expect(gone.data).toMatchObject({ id: ids.serviceId, is_delete: 1 })
  expect(await serviceNames({})).toEqual(['Carbon peel', 'Hydra glow'])
  expect(await booked()).toEqual(['Hydra glow'])
  const back = await admin(catalogue.restoreService, { params })
  expect(back.data).toMatchObject({ id: ids.serviceId, is_delete: 0 })
  expect(await serviceNames({})).toEqual(['Carbon peel', 'Diamond peel', 'Hydra glow'])
  expect(await booked()).toEqual(['Diamond peel', 'Hydra glow'])
})

test('catalogue lists are searched by every word and by the treatment’s name, regardless of accents and case', async () => {
  await admin(catalogue.createTreatment, { body: { treatment_name: 'Señorita Glów' } })
  const found = await admin(catalogue.treatments, { querystring: { search: 'GLOW senor' } })
  expect(found.data.map((row) => row.treatment_name)).toEqual(['Señorita Glów'])
  expect(await serviceNames({ search: 'peel facial' })).toEqual(['Diamond peel'])
  expect(await serviceNames({ search: 'peel' })).toEqual(['Carbon peel', 'Diamond peel'])
  expect(await serviceNames({ treatment_id: ids.otherTreatmentId })).toEqual(['Carbon peel'])
  const addOns = await admin(catalogue.addOns, { querystring: { search: 'led' } })
  expect(addOns.data.map((row) => row.addOn_name)).toEqual(['LED light'])
  for (const search of ['%', '_', '\\', "'; drop table services; --", 'שלום'])
    expect(await serviceNames({ search })).toEqual([])
})

test('a page of a catalogue list has five rows by default, and the total counts all matches', async () => {
  for (const n of [1, 2, 3, 4, 5]) await admin(catalogue.createTreatment, { body: { treatment_name: `Item ${n}` } })
  const first = await admin(catalogue.treatments, { querystring: {} })
  expect([first.data.length, first.total, first.page, first.per_page]).toEqual([5, 7, 1, 5])
  const second = await admin(catalogue.treatments, { querystring: { page: 2 } })
  expect(second.data.length).toBe(2)
  const far = await admin(catalogue.treatments, { querystring: { page: 1_000_000, per_page: 100 } })
  expect([far.data, far.total]).toEqual([[], 7])
  for (const querystring of [{ page: 0 }, { page: 1e9 }, { per_page: 101 }, { search: 'a\u0000' }, { sort: 'x' }])
    await expect(admin(catalogue.treatments, { querystring })).rejects.toMatchObject({ status: 422 })
  const long = admin(catalogue.treatments, { querystring: { search: 'x'.repeat(20_000) } })
  await expect(long).rejects.toMatchObject({ status: 422, message: 'Use at most 100 characters.' })
})
