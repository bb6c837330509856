import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { catalogueContract as catalogue } from '#shared/catalogue/contract.ts'

let server: TestServer
let ids: TestCatalogue
let admin: Caller
const seen = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
const message = 'Somebody changed this in the meantime. Nothing was saved: look at the newer values, then save again.'

beforeAll(async () => {
  server = await startTestServer()
  await mkdir(path.join(server.uploadsDir, 'services'))
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['services', 'add_ons', 'treatments'] as const) await server.db.deleteFrom(table).execute()
  ids = await createCatalogue(server.db)
})

test('saving a treatment form based on an older version does not restore an old price', async () => {
  const params = { id: ids.treatmentId }
  const body = { treatment_name: 'Facials', treatment_price: 100 }
  const first = (await admin(catalogue.updateTreatment, { params, body })).data
  const newest = (
    await admin(catalogue.updateTreatment, { params, body: { ...body, treatment_price: 150 } }, seen(first.version))
  ).data
  expect(newest.version).toBe(first.version + 1)
  const logs = await logEntries(server.db)
  await expect(
    admin(catalogue.updateTreatment, { params, body: { ...body, treatment_name: 'Face' } }, seen(first.version)),
  ).rejects.toMatchObject({ status: 409, code: 'stale', message, data: newest })
  expect((await admin(catalogue.treatment, { params })).data).toMatchObject(newest)
  expect(await logEntries(server.db)).toEqual(logs)
})

test('a service form based on an older version is rejected with the newer values, and its picture is not stored', async () => {
  const params = { id: ids.serviceId }
  const old = (await admin(catalogue.services, { querystring: {} })).data.find(({ id }) => id === ids.serviceId)!
  const fields = { service_name: old.service_name, treatment_id: old.treatment_id }
  const cheaper = { ...fields, service_price: '1' }
  const { data: newest } = await admin(catalogue.updateService, { params, body: cheaper }, seen(old.version))
  const back = { ...fields, service_price: String(old.service_price), service_pic: fileOf(await picture()) }
  await expect(admin(catalogue.updateService, { params, body: back }, seen(old.version))).rejects.toMatchObject({
    status: 409,
    code: 'stale',
    data: newest,
  })
  const after = (await admin(catalogue.services, { querystring: {} })).data.find(({ id }) => id === ids.serviceId)
  expect(after).toEqual(newest)
})

test('an add-on form based on an older version is rejected; without If-Match, or with *, the change is saved', async () => {
  const params = { id: ids.addOnId }
  const body = { addOn_name: 'LED light', addOn_price: 5, treatment_id: ids.treatmentId }
  const { data } = await admin(catalogue.updateAddOn, { params, body })
  const dearer = { ...body, addOn_price: 6 }
  await expect(admin(catalogue.updateAddOn, { params, body: dearer }, seen(data.version - 1))).rejects.toMatchObject({
    status: 409,
    data,
  })
  expect((await admin(catalogue.updateAddOn, { params, body: dearer })).data.addOn_price).toBe(6)
  const any = { headers: { 'if-match': '*' } }
  expect((await admin(catalogue.updateAddOn, { params, body }, any)).data.addOn_price).toBe(5)
})

test('a catalogue form that changes nothing succeeds, even if based on an older version', async () => {
  const params = { id: ids.treatmentId }
  const body = { treatment_name: 'Facials', treatment_price: 100 }
  const { data } = await admin(catalogue.updateTreatment, { params, body })
  expect((await admin(catalogue.updateTreatment, { params, body }, seen(data.version - 1))).data).toEqual(data)
})

test('of two simultaneous saves of the same catalogue form, one gets a conflict', async () => {
  const params = { id: ids.treatmentId }
  const { version } = (await admin(catalogue.treatment, { params })).data
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map((treatment_price) =>
      admin(catalogue.updateTreatment, { params, body: { treatment_name: 'Facials', treatment_price } }, seen(version)),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
