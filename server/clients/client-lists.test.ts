import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'

let server: TestServer
let cashier: Caller

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sessions').execute()
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date(0) })
    .execute()
  cashier = server.as((await createUser(server.db, 'cashier', {})).token)
})

type NewClient = Parameters<typeof cashier<typeof clients.create>>[1]['body']
const create = (body: NewClient) => cashier(clients.create, { body })
const list = async (search = '', page = 1) =>
  (await cashier(clients.list, { querystring: { search, page } })).clients.map((row) => row.name)
test('clients are searched by words of name and e-mail regardless of accents, and by local or international phone number', async () => {
  await create({ name: 'José María Peña', email: 'peña.jose@example.ph'.normalize('NFC').replace('ñ', 'n') })
  await create({ name: 'Maria Clara', contact_number: '0917 123 4567' })
  await create({ name: 'Elias', contact_number: '+63 918 765 4321' })
  await create({ name: 'משה כהן' })
  expect(await list('jose pena')).toEqual(['José María Peña'])
  expect(await list('MARÍA')).toEqual(['Maria Clara', 'José María Peña'])
  expect(await list('pena.jose@')).toEqual(['José María Peña'])
  for (const typed of ['09171234567', '+63 917 123 4567', '917-123', '0917 123', '63917123'])
    expect([typed, await list(typed)]).toEqual([typed, ['Maria Clara']])
  for (const typed of ['09187654321', '0918 765', '+639187654321']) expect(await list(typed)).toEqual(['Elias'])
  expect(await list('כהן')).toEqual(['משה כהן'])
  for (const search of ['%', '_____', "' or 1=1 --", '\\']) expect(await list(search)).toEqual([])
  for (const search of ['x'.repeat(20_000), 'a\u0000'])
    await expect(list(search)).rejects.toMatchObject({ status: 422 })
})

test('clients without a visit are listed newest first, ten a page, with a total count', async () => {
  for (let n = 1; n <= 12; n++) {
    server.clock.now = new Date(`2026-11-21T09:00:${String(n).padStart(2, '0')}+08:00`)
    await create({ name: `Person ${n}` })
  }
  const first = await cashier(clients.list, { querystring: {} })
  expect([first.total, first.per_page, first.clients.length]).toEqual([12, 10, 10])
  expect(first.clients[0]?.name).toBe('Person 12')
  expect(await list('', 2)).toEqual(['Person 2', 'Person 1'])
  expect(await list('', 3)).toEqual([])
})

test('the client list is sorted by latest visit, name or joining date, as requested', async () => {
  const joined: [string, string][] = [
    ['Zoe Tan', '2026-10-01'],
    ['Ana Cruz', '2026-10-02'],
    ['Mia Uy', '2026-11-20'],
  ]
  for (const [name, date] of joined) await create({ name, date })
  const zoe = await server.db.selectFrom('users').select('id').where('name', '=', 'Zoe Tan').executeTakeFirstOrThrow()
  await server.db.updateTable('clients').set({ last_visit: '2026-11-21' }).where('person_id', '=', zoe.id).execute()
  const sorted = async (sort?: 'last-visit' | 'name' | 'newest') =>
    (await cashier(clients.list, { querystring: { ...(sort && { sort }) } })).clients.map(({ name }) => name)
  expect(await sorted()).toEqual(['Zoe Tan', 'Mia Uy', 'Ana Cruz'])
  expect(await sorted('last-visit')).toEqual(['Zoe Tan', 'Mia Uy', 'Ana Cruz'])
  expect(await sorted('name')).toEqual(['Ana Cruz', 'Mia Uy', 'Zoe Tan'])
  expect(await sorted('newest')).toEqual(['Mia Uy', 'Ana Cruz', 'Zoe Tan'])
  const other = cashier(clients.list, { querystring: { sort: 'spend' as 'name' } })
  await expect(other).rejects.toMatchObject({ status: 422 })
})

test('the suggestions for a client’s name are people with ids and phone numbers, sorted by name', async () => {
  const zoe = await create({ name: 'Zoe Tan', contact_number: '0917 000 0001' })
  await create({ name: 'Ana Tan' })
  const { data, total } = await cashier(clients.contacts, { querystring: { search: 'tan' } })
  expect(data.map((row) => row.name)).toEqual(['Ana Tan', 'Zoe Tan'])
  expect(total).toBe(2)
  expect(data[1]).toEqual({
    user_id: zoe.data.user_id,
    client_id: zoe.data.id,
    name: 'Zoe Tan',
    contact_number: '0917 000 0001',
    email: null,
    last_visit: null,
  })
})
