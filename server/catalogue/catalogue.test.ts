import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSnapshot } from '#server/db/transactions.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
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
  admin = server.as((await createUser(server.db, 'admin', { name: 'Ana Cruz' })).token)
  anyone = server.as(null)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['services', 'add_ons', 'treatments'] as const) await server.db.deleteFrom(table).execute()
  ids = await createCatalogue(server.db)
})

const treatmentNames = async (deleted: 'no' | 'yes' = 'no') =>
  (await admin(catalogue.treatments, { querystring: { deleted } })).data.map((row) => row.treatment_name)
const serviceNames = async (querystring: { search?: string; treatment_id?: string; deleted?: 'no' | 'yes' } = {}) =>
  (await admin(catalogue.services, { querystring })).data.map((row) => row.service_name)
const addOnNames = async (search = '') =>
  (await admin(catalogue.addOns, { querystring: { search } })).data.map((row) => row.addOn_name)
const logCount = async () => (await logEntries(server.db)).filter(({ type }) => type !== 'system').length
const lastLog = () => lastLogEntry(server.db)

const everything = async () => ({
  treatments: await server.db.selectFrom('treatments').selectAll().orderBy('id').execute(),
  addOns: await server.db.selectFrom('add_ons').selectAll().orderBy('id').execute(),
  services: await server.db.selectFrom('services').selectAll().orderBy('id').execute(),
  logs: await logCount(),
})

/** Expects a call to fail with this error and to change nothing. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const before = await everything()
  await expect(call()).rejects.toMatchObject(error)
  expect(await everything()).toEqual(before)
}

test('an added treatment is listed, and the log shows who added it', async () => {
  const body = { treatment_name: '  Peels ', treatment_description: 'Fruit acids', treatment_price: 1250.5 }
  const { data } = await admin(catalogue.createTreatment, { body })
  expect(data).toMatchObject({ treatment_name: 'Peels', treatment_price: 1250.5, is_delete: 0 })
  expect(await treatmentNames()).toEqual(['Facials', 'Laser', 'Peels'])
  expect(await lastLog()).toMatchObject({
    action: 'Added the treatment Peels',
    user_name: 'Ana Cruz',
    type: 'create',
    subject: 'treatment',
    subject_id: data.id,
  })
})

test('a changed treatment is logged with the names of the changed fields; without a change nothing is logged', async () => {
  const params = { id: ids.treatmentId }
  const body = { treatment_name: 'Facials', treatment_description: 'Deep cleaning', treatment_price: 99.99 }
  const { data } = await admin(catalogue.updateTreatment, { params, body })
  expect(data).toMatchObject({ treatment_description: 'Deep cleaning', treatment_price: 99.99 })
  expect(await lastLog()).toMatchObject({
    action: 'Changed the treatment Facials: description, price from ₱0 to ₱99.99',
    changed_fields: ['treatment_description', 'treatment_price'],
  })
  const logs = await logCount()
  await admin(catalogue.updateTreatment, { params, body })
  expect(await logCount()).toBe(logs)
})

test('a treatment without a name, with an unknown field or with an invalid price is rejected', async () => {
  const create = (body: object) => admin(catalogue.createTreatment, { body: body as { treatment_name: string } })
  await refused(() => create({ treatment_name: '   ' }), { status: 422, message: 'Please enter a treatment name!' })
  await refused(() => create({}), { status: 422, message: 'Please enter a treatment name!' })
  await refused(() => create({ treatment_name: 'A', is_delete: 1 }), {
    errors: { is_delete: ['This field is not known.'] },
  })
  await refused(() => create({ treatment_name: 'A', id: unknown }), { status: 422 })
  for (const treatment_price of [-1, 0.001, 1e8, '5', null, Number.NaN])
    await refused(() => create({ treatment_name: 'A', treatment_price }), { status: 422 })
  await refused(() => create({ treatment_name: 'x'.repeat(121) }), { status: 422 })
  await refused(() => create({ treatment_name: 'a\u0000b' }), { status: 422 })
})

test('two treatments cannot have the same name, regardless of case, until one is deleted', async () => {
  const create = () => admin(catalogue.createTreatment, { body: { treatment_name: 'FACIALS' } })
  const message = 'A treatment with this name already exists.'
  await refused(() => create(), { status: 422, message, errors: { treatment_name: [message] } })
  await admin(catalogue.deleteTreatment, { params: { id: ids.treatmentId }, body: { is_delete: 0 } })
  await create()
  await refused(() => admin(catalogue.restoreTreatment, { params: { id: ids.treatmentId } }), { status: 422, message })
})

test('of ten simultaneous additions of the same treatment only one succeeds', async () => {
  const tries = Array.from({ length: 10 }, () =>
    admin(catalogue.createTreatment, { body: { treatment_name: 'Massage' } }).then(
      () => 201,
      (error: { status: number }) => error.status,
    ),
  )
  expect((await Promise.all(tries)).toSorted()).toEqual([201, ...Array<number>(9).fill(422)])
})

test('deleting a treatment hides its services and add-ons, and restoring it shows exactly the ones that the deletion had hidden', async () => {
  await admin(catalogue.deleteService, { params: { id: ids.otherServiceId }, body: null })
  const { data } = await admin(catalogue.deleteTreatment, { params: { id: ids.treatmentId }, body: { is_delete: 1 } })
  expect(data.is_delete).toBe(1)
  expect(await treatmentNames()).toEqual(['Laser'])
  expect(await treatmentNames('yes')).toEqual(['Facials'])
  expect(await serviceNames()).toEqual(['Carbon peel'])
  expect(await addOnNames()).toEqual([])
  await expect(admin(catalogue.treatment, { params: { id: ids.treatmentId } })).rejects.toMatchObject({
    status: 404,
    message: 'No services or add-ons found',
  })
  await expect(anyone(booking.services, { params: { treatmentId: ids.treatmentId } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await inSnapshot(server.db, (tx) => liveServices(tx, [ids.serviceId]))).toEqual([])
  expect(await inSnapshot(server.db, (tx) => liveAddOns(tx, [ids.addOnId]))).toEqual([])

  await admin(catalogue.restoreTreatment, { params: { id: ids.treatmentId } })
  expect(await serviceNames()).toEqual(['Carbon peel', 'Diamond peel'])
  expect(await serviceNames({ deleted: 'yes' })).toEqual(['Hydra glow'])
  expect(await addOnNames()).toEqual(['LED light'])
  expect((await lastLog()).action).toBe('Restored the treatment Facials')
})

test('a repeated deletion or restoration is logged once', async () => {
  const params = { id: ids.addOnId }
  const before = await logCount()
  for (const _ of [1, 2]) await admin(catalogue.deleteAddOn, { params, body: { is_delete: 1 } })
  for (const _ of [1, 2]) await admin(catalogue.restoreAddOn, { params })
  expect(await logCount()).toBe(before + 2)
})

test('a request to delete an add-on deletes it without a body too, and whatever value is_delete has in the body', async () => {
  const { token } = await createUser(server.db, 'admin')
  const headers = { authorization: `Bearer ${token}` }
  const url = `/api/addons/${ids.addOnId}/soft-delete`
  for (const payload of [undefined, {}, { is_delete: 0 }, { is_delete: 1 }]) {
    const answer = await server.app.inject({ method: 'PUT', url, headers, ...(payload && { payload }) })
    expect([answer.statusCode, answer.json().data.is_delete]).toEqual([200, 1])
  }
  const foreign = await server.app.inject({ method: 'PUT', url, headers, payload: { is_delete: 1, id: unknown } })
  expect(foreign.statusCode).toBe(422)
})

test('a service or add-on of a deleted treatment cannot be restored', async () => {
  await admin(catalogue.deleteService, { params: { id: ids.serviceId }, body: null })
  await admin(catalogue.deleteAddOn, { params: { id: ids.addOnId }, body: null })
  await admin(catalogue.deleteTreatment, { params: { id: ids.treatmentId }, body: null })
  const error = { status: 409, message: 'The treatment was deleted. Restore it first.' }
  await refused(() => admin(catalogue.restoreService, { params: { id: ids.serviceId } }), error)
  await refused(() => admin(catalogue.restoreAddOn, { params: { id: ids.addOnId } }), error)
})

test('an add-on can be added, moved to another treatment, deleted and restored', async () => {
  const body = { addOn_name: 'Numbing cream', addOn_price: 200, treatment_id: ids.treatmentId }
  const { data } = await admin(catalogue.createAddOn, { body })
  expect(data).toMatchObject({ addOn_id: data.id, addOn_price: 200, treatment_name: 'Facials', is_delete: 0 })
  const moved = { ...body, treatment_id: ids.otherTreatmentId }
  const changed = await admin(catalogue.updateAddOn, { params: { id: data.id }, body: moved })
  expect(changed.data.treatment_name).toBe('Laser')
  expect((await lastLog()).changed_fields).toEqual(['treatment_id'])
  expect((await admin(catalogue.deleteAddOn, { params: { id: data.id }, body: null })).data.is_delete).toBe(1)
  expect(await addOnNames()).toEqual(['LED light'])
  await refused(() => admin(catalogue.updateAddOn, { params: { id: data.id }, body }), { status: 404 })
  expect((await admin(catalogue.restoreAddOn, { params: { id: data.id } })).data.is_delete).toBe(0)
})

test('an add-on needs a name and an existing treatment', async () => {
  const sentence = 'Enter add-on name and select a treatment!'
  const create = (body: object) => admin(catalogue.createAddOn, { body: body as never })
  await refused(() => create({ addOn_name: '', treatment_id: ids.treatmentId }), { status: 422, message: sentence })
  await refused(() => create({ addOn_name: 'Mask' }), { status: 422, message: sentence })
  const elsewhere = () => create({ addOn_name: 'Mask', treatment_id: unknown })
  await refused(elsewhere, { status: 422, errors: { treatment_id: ['Choose a treatment from the list.'] } })
  await refused(() => create({ addOn_name: 'led LIGHT', treatment_id: ids.treatmentId }), {
    status: 422,
    message: 'This treatment already has an add-on with this name.',
  })
})

test('calls with an unknown id get a 404, and calls with a malformed id get a 422', async () => {
  const params = { id: unknown }
  const addOn = { addOn_name: 'Mask', treatment_id: ids.treatmentId }
  await refused(() => admin(catalogue.updateTreatment, { params, body: { treatment_name: 'A' } }), {
    status: 404,
    message: 'Treatment not found',
  })
  await refused(() => admin(catalogue.deleteTreatment, { params, body: null }), { status: 404 })
  await refused(() => admin(catalogue.restoreTreatment, { params }), { status: 404 })
  await refused(() => admin(catalogue.deleteService, { params, body: null }), {
    status: 404,
    message: 'Service not found',
  })
  await refused(() => admin(catalogue.updateAddOn, { params, body: addOn }), {
    status: 404,
    message: 'Add-on not found',
  })
  await refused(() => admin(catalogue.treatment, { params: { id: "1' or '1'='1" } }), { status: 422 })
})
