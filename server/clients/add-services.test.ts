import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCatalogue, createUser, type TestCatalogue, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'

let server: TestServer
let ids: TestCatalogue
let cashier: Caller
let ella: TestUser

beforeAll(async () => {
  server = await startTestServer()
  ids = await createCatalogue(server.db)
  cashier = server.as((await createUser(server.db, 'cashier', { name: 'Carla Reyes' })).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  ella = await createUser(server.db, 'client', { name: 'Ella Cruz', contactNumber: '0917 000 1111' })
})

const { addServices } = manualClientContract
type Body = Parameters<typeof cashier<typeof addServices>>[1]['body']
const add = (body: Partial<Body>, id = ella.clientId ?? '') =>
  cashier(addServices, {
    params: { id },
    body: { service_ids: [ids.serviceId], add_on_ids: [], date: '2026-11-20', ...body },
  })
const detail = async () => (await cashier(clients.detail, { params: { id: ella.clientId ?? '' } })).data
const logs = () => logEntries(server.db)

/** Expects a call to fail with this error and to leave the client and the log unchanged. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const before = [await detail(), await logs()]
  await expect(call()).rejects.toMatchObject(error)
  expect([await detail(), await logs()]).toEqual(before)
}

test('a request to add services, repeated with its idempotency key after a lost answer, adds them once and returns the current client', async () => {
  const input = { params: { id: ella.clientId ?? '' }, body: { service_ids: [ids.serviceId], date: '2026-11-20' } }
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await cashier(addServices, input, options)
  expect(await cashier(addServices, input, options)).toEqual(first)
  expect((await detail()).services_availed).toHaveLength(1)
  // An idempotency key belongs to one client's URL, so the same key for another client is another request.
  const other = await createUser(server.db, 'client')
  const ofOther = { ...input, params: { id: other.clientId ?? '' } }
  await expect(cashier(addServices, ofOther, options)).rejects.toMatchObject({ status: 422 })
  await cashier(addServices, input, { idempotencyKey: crypto.randomUUID() })
  await cashier(addServices, input)
  expect((await detail()).services_availed).toHaveLength(3)
})

test('services are added to a client’s history, and existing entries stay', async () => {
  await add({ date: '2026-10-01' })
  const { data } = await add({
    service_ids: [ids.serviceId, ids.otherTreatmentServiceId, ids.otherServiceId],
    add_on_ids: [ids.addOnId],
  })
  expect(data).toMatchObject({ id: ella.clientId, services_availed: 4 })
  const { services_availed } = await detail()
  const addOn = { addon_id: ids.addOnId, addOn_name: 'LED light', quantity: 1 }
  expect(services_availed.map((entry) => [entry.date, entry.service_name, entry.treatment_name, entry.addons])).toEqual(
    [
      ['2026-11-20', 'Hydra glow', 'Facials', [addOn]],
      ['2026-11-20', 'Carbon peel', 'Laser', []],
      ['2026-11-20', 'Diamond peel', 'Facials', []],
      ['2026-10-01', 'Diamond peel', 'Facials', []],
    ],
  )
  expect((await logs()).at(-1)).toMatchObject({
    type: 'update',
    action: 'Added Diamond peel, Carbon peel, Hydra glow of Nov 20, 2026 to the history of Ella Cruz',
    user_name: 'Carla Reyes',
    subject: 'client',
    subject_id: ella.clientId,
    changed_fields: ['services_availed'],
  })
})

test('adding services changes the client’s phone number if the request contains one, removes it if the sent number is empty, and otherwise keeps it', async () => {
  await add({})
  expect((await detail()).contact_number).toBe('0917 000 1111')
  await add({ contact_number: '0918 222 3333' })
  expect((await detail()).contact_number).toBe('0918 222 3333')
  const log = (await logs()).at(-1)
  expect(log?.changed_fields).toEqual(['services_availed', 'contact_number'])
  expect(JSON.stringify(log)).not.toMatch(/222 ?3333/)
  await add({ contact_number: '' })
  expect((await detail()).contact_number).toBeNull()
  expect((await detail()).name).toBe('Ella Cruz')
})

test('adding services with a future date, an invalid phone number, an add-on of another treatment or without any service changes nothing', async () => {
  await refused(() => add({ date: '2026-11-22' }), { status: 422, message: 'The date cannot be in the future.' })
  await refused(() => add({ date: '' }), {
    status: 422,
    errors: { date: ['Please fill in the required field (Date)'] },
  })
  await refused(() => add({ contact_number: '12' }), { status: 422 })
  await refused(() => add({ service_ids: [] }), { errors: { service_ids: ['Select at least one service.'] } })
  await refused(() => add({ service_ids: [ids.otherTreatmentServiceId], add_on_ids: [ids.addOnId] }), {
    status: 422,
    message: 'The add-on LED light belongs to another treatment.',
  })
  const many = Array.from({ length: 61 }, () => crypto.randomUUID())
  await refused(() => add({ service_ids: many }), {
    errors: { service_ids: ['Select at most 60 services or add-ons.'] },
  })
})

test('adding services to an unknown or removed client gets a 404, and to an invalid id a 422', async () => {
  await expect(add({}, '01900000-0000-7000-8000-00000000ffff')).rejects.toMatchObject({ status: 404 })
  await expect(add({}, '1')).rejects.toMatchObject({ status: 422 })
  await server.db.updateTable('people').set({ email: null, closed_at: new Date() }).where('id', '=', ella.id).execute()
  await expect(add({})).rejects.toMatchObject({ status: 404, message: 'Client not found' })
  expect(
    await server.db.selectFrom('client_services').where('client_id', '=', ella.clientId).selectAll().execute(),
  ).toEqual([])
})

test('of two simultaneous additions of services to one client both are saved', async () => {
  await Promise.all([add({}), add({ service_ids: [ids.otherServiceId] }), add({ date: '2026-11-19' })])
  const row = await cashier(clients.list, { querystring: { search: ella.email } })
  expect([row.clients[0]?.services_availed, (await detail()).services_availed.length]).toEqual([3, 3])
})
