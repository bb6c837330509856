import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { manualClientContract as manual } from '#shared/clients/manual-client-contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { fieldMessages } from '#shared/lib/messages.ts'

let server: TestServer
let ids: TestCatalogue
let cashier: Caller
const unknown = '01900000-0000-7000-8000-00000000ffff'

beforeAll(async () => {
  server = await startTestServer()
  ids = await createCatalogue(server.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await server.db.deleteFrom('sessions').execute()
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date(0) })
    .execute()
  cashier = server.as((await createUser(server.db, 'cashier', { name: 'Carla Reyes' })).token)
})

type Body = Parameters<typeof cashier<typeof manual.create>>[1]['body']
const treatment = () => ({
  treatment_id: ids.treatmentId,
  service_ids: [ids.serviceId],
  add_on_ids: [] as string[],
  date: '2026-11-20',
})
const create = (body: Partial<Body> & Record<string, unknown>) =>
  cashier(manual.create, { body: { ...treatment(), ...body } })
const detailOf = async (id: string) => (await cashier(clients.detail, { params: { id } })).data
const actions = async (since: number) => (await logEntries(server.db)).slice(since).map((row) => row.action)
const logCount = async () => (await actions(0)).length

const state = async () => ({
  users: await server.db.selectFrom('users').selectAll().orderBy('id').execute(),
  clients: await server.db.selectFrom('clients').selectAll().orderBy('id').execute(),
  services: await server.db.selectFrom('client_services').selectAll().orderBy('id').execute(),
  addOns: await server.db.selectFrom('client_service_add_ons').selectAll().execute(),
  logs: await logCount(),
})

/** Expects a call to fail with this error and to change nothing. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const before = await state()
  await expect(call()).rejects.toMatchObject(error)
  expect(await state()).toEqual(before)
}

test('a manually added client has a record with past services, and logs in with the default password', async () => {
  const logs = await logCount()
  const { data, default_password } = await create({
    name: 'Ñiña Santos',
    email: 'Nina@Example.ph',
    contact_number: '0917 123 4567',
    password: 'ñiña123',
    service_ids: [ids.serviceId, ids.otherServiceId],
    add_on_ids: [ids.addOnId],
  })
  expect(default_password).toBe('nina123')
  expect(data).toMatchObject({
    name: 'Ñiña Santos',
    email: 'nina@example.ph',
    contact_number: '0917 123 4567',
    services_availed: 2,
    joined_at: '2026-11-20T00:00:00+08:00',
  })
  const { services_availed } = await detailOf(data.id)
  expect(services_availed.map((entry) => [entry.date, entry.service_name, entry.treatment_name, entry.addons])).toEqual(
    [
      ['2026-11-20', 'Hydra glow', 'Facials', [{ addon_id: ids.addOnId, addOn_name: 'LED light', quantity: 1 }]],
      ['2026-11-20', 'Diamond peel', 'Facials', []],
    ],
  )
  const body = { email: 'nina@example.ph', password: 'nina123' }
  expect((await server.as(null)(authContract.login, { body })).user.must_set_password).toBe(true)
  const newest = (await actions(logs)).slice(0, 2)
  expect(newest).toEqual([
    'Added the client Ñiña Santos',
    'Added Diamond peel, Hydra glow of Nov 20, 2026 to the history of Ñiña Santos',
  ])
  const rows = await logEntries(server.db, { subject_id: data.id })
  expect(JSON.stringify(rows)).not.toMatch(/nina@|123 ?4567|nina123|argon/)
})

test('without an e-mail a manually added client has no log-in', async () => {
  const { data, default_password } = await create({ name: 'Dina Lopez', email: '', contact_number: '' })
  expect(default_password).toBeNull()
  expect((await detailOf(data.id)).log_in.status).toBe('No email')
})

test('adding services manually to an existing user keeps name, e-mail and history, and changes the phone number', async () => {
  const person = await createUser(server.db, 'client', { name: 'Ella Cruz', contactNumber: '0917 000 1111' })
  const seen = { user_id: person.id, name: person.name, email: person.email }
  const before = await create({ ...seen, service_ids: [ids.otherServiceId], date: '2026-11-01' })
  expect(before.data.contact_number).toBe('0917 000 1111')
  const { data, default_password } = await create({ ...seen, contact_number: '0918 222 3333' })
  expect(default_password).toBeNull()
  expect(data).toMatchObject({ id: person.clientId, contact_number: '0918 222 3333', services_availed: 2 })
  const { services_availed } = await detailOf(data.id)
  expect(services_availed.map((entry) => [entry.date, entry.service_name])).toEqual([
    ['2026-11-20', 'Diamond peel'],
    ['2026-11-01', 'Hydra glow'],
  ])
  const found = await cashier(clients.list, { querystring: { search: '+63 918 222' } })
  expect(found.clients.map((row) => row.name)).toEqual(['Ella Cruz'])
})

test('services cannot be added to a user who was removed, is staff, or has been renamed since the form was filled in', async () => {
  const person = await createUser(server.db, 'client', { name: 'Ella Cruz' })
  const staff = await createUser(server.db, 'admin')
  for (const user_id of [unknown, staff.id]) await refused(() => create({ user_id }), { status: 404 })
  for (const seen of [{ name: 'Ella Reyes' }, { email: 'other@example.ph' }])
    await refused(() => create({ user_id: person.id, ...seen }), {
      status: 409,
      message: 'The name or email of this person has changed. Please select the person again.',
    })
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date() })
    .where('id', '=', person.id)
    .execute()
  await refused(() => create({ user_id: person.id }), { status: 404, message: 'Client not found' })
})

test('a service or add-on that is not offered, or is of another treatment, is rejected with a message; no client is created', async () => {
  const serviceGone = 'A selected service is no longer offered. Please choose another.'
  const addOnGone = 'A selected add-on is no longer offered. Please choose another.'
  const cases: [Partial<Body>, Record<string, string[]>][] = [
    [{ treatment_id: unknown }, { treatment_id: ['Treatment not found'] }],
    [{ treatment_id: 'none' }, { treatment_id: ['Select a treatment.'] }],
    [{ service_ids: [] }, { service_ids: ['Select at least one service.'] }],
    [{ service_ids: [ids.serviceId, unknown] }, { service_ids: [serviceGone] }],
    [
      { service_ids: [ids.serviceId, ids.otherTreatmentServiceId] },
      { service_ids: ['Carbon peel belongs to another treatment.'] },
    ],
    [
      { service_ids: [ids.serviceId, ids.serviceId] },
      { service_ids: ['Each service or add-on can be selected only once.'] },
    ],
    [{ add_on_ids: [unknown] }, { add_on_ids: [addOnGone] }],
    [
      {
        treatment_id: ids.otherTreatmentId,
        service_ids: [ids.otherTreatmentServiceId],
        add_on_ids: [ids.addOnId],
      },
      { add_on_ids: ['The add-on LED light belongs to another treatment.'] },
    ],
    [{ date: '' }, { date: ['Please fill in the required field (Date)'] }],
    [{ date: '2026-02-30' }, { date: ['Enter a date as YYYY-MM-DD.'] }],
    [{ date: '2026-11-22' }, { date: ['The date cannot be in the future.'] }],
    [{ date: '1026-11-20' }, { date: ['The date is too long ago. Please check the year.'] }],
    [{ contact_number: 'call me' }, { contact_number: [fieldMessages.phone] }],
    [{ email: 'no email' }, { email: ['Enter a valid email address.'] }],
    [{ name: ' ' }, { name: ['Please enter a client name'] }],
  ]
  for (const [body, errors] of cases)
    await refused(() => create({ name: 'Nobody', email: 'nobody@example.ph', ...body }), { status: 422, errors })
})

test.each([
  ['treatments', 'treatmentId', 'treatment_id', 'Treatment not found'],
  ['services', 'serviceId', 'service_ids', 'A selected service is no longer offered. Please choose another.'],
  ['add_ons', 'addOnId', 'add_on_ids', 'A selected add-on is no longer offered. Please choose another.'],
] as const)('items deleted from the %s cannot be added', async (table, key, field, sentence) => {
  const mark = (deleted_at: Date | null) =>
    server.db.updateTable(table).set({ deleted_at }).where('id', '=', ids[key]).execute()
  await mark(new Date())
  try {
    const body = { name: 'Nobody', add_on_ids: [ids.addOnId] }
    await refused(() => create(body), { status: 422, errors: { [field]: [sentence] } })
  } finally {
    await mark(null)
  }
})

test('adding a client manually with an e-mail in use is rejected with the name of its holder', async () => {
  const ella = await createUser(server.db, 'client', { name: 'Ella Cruz', email: 'ella@example.ph' })
  await refused(() => create({ name: 'Other', email: 'ELLA@example.ph' }), {
    status: 409,
    errors: { email: [clientMessages.emailInUse('Ella Cruz')] },
    data: { client_id: ella.clientId, user_id: ella.id, name: 'Ella Cruz' },
  })
})

test('ten simultaneous requests that add the same client manually create one client with one service in the history', async () => {
  const body = { name: 'Once Only', email: 'once@example.ph' }
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () =>
      create(body).then(
        () => 201,
        (error: { status: number }) => error.status,
      ),
    ),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.every((status) => [201, 409, 422].includes(status))).toBe(true)
  const found = await cashier(clients.list, { querystring: { search: 'once@example.ph' } })
  expect(found.clients.map((row) => [row.name, row.services_availed])).toEqual([['Once Only', 1]])
})

test('the field for an existing user lists clients by name, searched on the server in pages, without staff and removed people', async () => {
  const zoe = await createUser(server.db, 'client', { name: 'Zoe Tan', contactNumber: '0917 000 0001' })
  await createUser(server.db, 'client', { name: 'Ana Tan' })
  await createUser(server.db, 'admin', { name: 'Boss Tan' })
  const gone = await createUser(server.db, 'client', { name: 'Gone Tan' })
  await server.db.updateTable('people').set({ email: null, closed_at: new Date() }).where('id', '=', gone.id).execute()
  const first = await cashier(manual.users, { querystring: { search: 'tan', per_page: 1 } })
  expect([first.total, first.clients.map((row) => row.name)]).toEqual([2, ['Ana Tan']])
  const second = await cashier(manual.users, { querystring: { search: 'tan', per_page: 1, page: 2 } })
  expect(second.clients).toEqual([
    {
      id: zoe.id,
      user_id: zoe.id,
      client_id: zoe.clientId,
      name: 'Zoe Tan',
      email: zoe.email,
      contact_number: '0917 000 0001',
      last_visit: null,
    },
  ])
})

test('a form for an existing client that is sent again after a lost answer adds the services once', async () => {
  const known = await createUser(server.db, 'client', { name: 'Ella Cruz' })
  const input = { body: { ...treatment(), user_id: known.id, name: 'Ella Cruz' } }
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await cashier(manual.create, input, options)
  expect(await cashier(manual.create, input, options)).toEqual(first)
  expect((await detailOf(first.data.id)).services_availed).toHaveLength(1)
  const { answer } = await server.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', options.idempotencyKey)
    .executeTakeFirstOrThrow()
  expect(answer).not.toContain('Ella')
  // A form with mistakes is refused before its key is looked up.
  const wrong = { body: { ...input.body, date: 'yesterday' } }
  await refused(() => cashier(manual.create, wrong, { idempotencyKey: crypto.randomUUID() }), { status: 422 })
})
