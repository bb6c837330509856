import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSession, createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'

let server: TestServer
let cashier: Caller
const unknown = '01900000-0000-7000-8000-00000000ffff'

beforeAll(async () => {
  server = await startTestServer()
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

type NewClient = Parameters<typeof cashier<typeof clients.create>>[1]['body']
const create = (body: NewClient) => cashier(clients.create, { body })
const list = async (search = '', page = 1) =>
  (await cashier(clients.list, { querystring: { search, page } })).clients.map((row) => row.name)
const lastLog = () => lastLogEntry(server.db)

const state = async () => ({
  users: await server.db.selectFrom('users').selectAll().orderBy('id').execute(),
  clients: await server.db.selectFrom('clients').selectAll().orderBy('id').execute(),
  logs: await logEntries(server.db),
})

/** Expects a call to fail with this error and to change nothing. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const before = await state()
  await expect(call()).rejects.toMatchObject(error)
  expect(await state()).toEqual(before)
}

test('a walk-in with only a name gets a client record without a log-in', async () => {
  const { data, default_password } = await create({ name: '  Bianca  Garcia ' })
  expect(default_password).toBeNull()
  expect(data).toMatchObject({ name: 'Bianca  Garcia', email: null, contact_number: null, services_availed: 0 })
  expect(data.joined_at).toBe('2026-11-21T09:00:00+08:00')
  const user = await server.db.selectFrom('users').selectAll().where('id', '=', data.user_id).executeTakeFirstOrThrow()
  expect(user).toMatchObject({ role: 'client', password_hash: null, must_set_password: false })
  const detail = await cashier(clients.detail, { params: { id: data.id } })
  expect(detail.data).toMatchObject({ name: 'Bianca  Garcia', services_availed: [] })
})

test('a client added with an e-mail gets a default password for 14 days, which only allows choosing another', async () => {
  const { default_password } = await create({ name: 'Ñiña-Marie Santos', email: ' Nina@Example.PH ' })
  expect(default_password).toBe('ninamarie123')
  const logIn = () =>
    server.as(null)(authContract.login, { body: { email: 'nina@example.ph', password: default_password ?? '' } })
  const { token } = await logIn()
  await expect(server.as(token)(clients.list, { querystring: {} })).rejects.toMatchObject({ status: 403 })
  server.clock.now = new Date('2026-12-05T09:00:01+08:00')
  await expect(logIn()).rejects.toMatchObject({ status: 401 })
})

test('the log names the added client and the user, without contact details and password', async () => {
  const { data } = await create({ name: 'Dina Lopez', email: 'dina@example.ph', contact_number: '0917 555 1234' })
  const log = await lastLog()
  expect(log).toMatchObject({ action: 'Added the client Dina Lopez', user_name: 'Carla Reyes', subject_id: data.id })
  expect(JSON.stringify(log)).not.toMatch(/dina@|555 ?1234|dina123/)
})

test('a client’s name given in parts is joined and also stored in parts', async () => {
  const body = { first_name: 'Jose', middle_name: 'Protacio', last_name: 'Rizal', suffix: 'Jr.' }
  const { data } = await create(body)
  expect(data).toMatchObject({ ...body, name: 'Jose Protacio Rizal Jr.' })
  await refused(() => create({ first_name: 'x'.repeat(60), middle_name: 'y'.repeat(60) }), {
    status: 422,
    errors: { name: ['Use at most 120 characters.'] },
  })
})

test('a client added with an earlier joining date is listed at that date; a date in the future is rejected', async () => {
  await create({ name: 'Today' })
  const { data } = await create({ name: 'Long ago', date: '2020-02-29' })
  expect(data.joined_at).toBe('2020-02-29T00:00:00+08:00')
  expect(await list()).toEqual(['Today', 'Long ago'])
  await refused(() => create({ name: 'Tomorrow', date: '2026-11-22' }), {
    status: 422,
    errors: { date: ['The date cannot be in the future.'] },
  })
  await refused(() => create({ name: 'Never', date: '2026-02-30' }), { status: 422 })
})

test('adding a client with an e-mail in use is rejected; the message names a client who has it, but not a staff member', async () => {
  const { data } = await create({ name: 'Ella Cruz', email: 'ella@example.ph' })
  const message = 'This email belongs to Ella Cruz. Use that client, or enter another email.'
  await refused(() => create({ name: 'Other', email: 'ELLA@example.ph' }), {
    status: 409,
    message,
    errors: { email: [message] },
    data: { client_id: data.id, user_id: data.user_id, name: 'Ella Cruz' },
  })
  await createUser(server.db, 'admin', { email: 'boss@example.ph', name: 'The Boss' })
  await refused(() => create({ name: 'Other', email: 'boss@example.ph' }), {
    status: 422,
    message: 'This email belongs to a staff account. Please enter another.',
  })
})

test('a new client gets the default password, not one that the caller has sent', async () => {
  const { default_password } = await create({
    name: 'Nina Cruz',
    email: 'nina@example.ph',
    password: 'chosen by staff',
  })
  expect(default_password).toBe('nina123')
})

test('of ten simultaneous additions with the same e-mail only one succeeds', async () => {
  const tries = Array.from({ length: 10 }, (_, n) =>
    create({ name: `Person ${n}`, email: 'one@example.ph' }).then(
      () => 201,
      (error: { status: number }) => error.status,
    ),
  )
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.every((status) => [201, 409, 422].includes(status))).toBe(true)
  expect(await list('one@example.ph')).toHaveLength(1)
})

test('a client without a name, or with an unknown field or invalid value, is rejected', async () => {
  await refused(() => create({ name: '  ' }), { status: 422, message: 'Please enter a client name' })
  await refused(() => create({ last_name: 'Cruz' }), { errors: { name: ['Please enter a client name'] } })
  await refused(() => create({ name: 'A', email: 'not an email' }), {
    errors: { email: ['Enter a valid email address.'] },
  })
  await refused(() => create({ name: 'A', contact_number: 'call me' }), { status: 422 })
  await refused(() => create({ name: 'x'.repeat(121) }), { status: 422 })
  await refused(() => create({ name: 'a\u0000b' }), { status: 422 })
  for (const field of ['role', 'user_role', 'password_hash', 'id', 'user_id', 'joined_at', 'services_availed'])
    await refused(() => create({ name: 'A', [field]: 'admin' }), {
      errors: { [field]: ['This field is not known.'] },
    })
})

test('a change of a client is saved, searchable, and logged with the names of its fields', async () => {
  const { data } = await create({ name: 'Old Name', email: 'old@example.ph' })
  const session = await createSession(server.db, data.user_id)
  const params = { id: data.id }
  const body = { name: 'New Name', email: 'new@example.ph', contact_number: '0917 222 3333' }
  const changed = await cashier(clients.update, { params, body })
  expect(changed.data).toMatchObject(body)
  expect(await list('new name 3333')).toEqual(['New Name'])
  expect(await list('old')).toEqual([])
  const log = await lastLog()
  expect(log).toMatchObject({
    action: 'Changed the client New Name: name from Old Name to New Name, email, mobile number',
    changed_fields: ['name', 'email', 'contact_number'],
  })
  expect(JSON.stringify(log)).not.toMatch(/@example|222 ?3333/)
  await expect(server.as(session)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  const logs = (await state()).logs.length
  await cashier(clients.update, { params, body })
  expect((await state()).logs.length).toBe(logs)
})

test('changing a client’s e-mail to another person’s is rejected; sending the client’s own is no change', async () => {
  await create({ name: 'Ella Cruz', email: 'ella@example.ph' })
  const { data } = await create({ name: 'Fe Ramos', email: 'fe@example.ph' })
  const params = { id: data.id }
  await refused(() => cashier(clients.update, { params, body: { name: 'Fe Ramos', email: 'ella@example.ph' } }), {
    status: 409,
    data: { name: 'Ella Cruz' },
  })
  const own = await cashier(clients.update, {
    params,
    body: { first_name: 'Fe', last_name: 'Ramos', email: 'fe@example.ph' },
  })
  expect(own.data).toMatchObject({ name: 'Fe Ramos', first_name: 'Fe', last_name: 'Ramos' })
})

test('changing an unknown or removed client gets a 404, and a malformed id a 422', async () => {
  const { data } = await create({ name: 'Gone' })
  await server.db.updateTable('people').set({ closed_at: new Date() }).where('id', '=', data.user_id).execute()
  const body = { name: 'A' }
  for (const id of [unknown, data.id]) {
    await refused(() => cashier(clients.detail, { params: { id } }), { status: 404, message: 'Client not found' })
    await refused(() => cashier(clients.update, { params: { id }, body }), { status: 404 })
  }
  expect(await list()).toEqual([])
  await refused(() => cashier(clients.detail, { params: { id: '1' } }), { status: 422 })
})
