import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { searchContract } from '#shared/search/contract.ts'
import { errorOf } from '#server/appointments/booking-fixture.ts'

const NAME = 'Maria Santos'
const EMAIL = 'maria@example.ph'
let server: TestServer
let desk: Caller
let known: TestUser
let double: TestUser

beforeAll(async () => {
  server = await startTestServer()
  desk = server.as((await createUser(server.db, 'cashier')).token)
  known = await createUser(server.db, 'client', { name: NAME, email: EMAIL, contactNumber: '0917 123 4567' })
  double = await createUser(server.db, 'client', { name: NAME, isUnknown: true })
  await server.db
    .updateTable('people')
    .set({ email: EMAIL, email_is_second: true })
    .where('id', '=', double.id)
    .execute()
  // The duplicate joined last. So it would be the first of the list, if records with another client's e-mail were not
  // sorted last.
  const later = new Date('2026-11-20T09:00:00+08:00')
  await server.db.updateTable('clients').set({ joined_at: later }).where('person_id', '=', double.id).execute()
})
afterAll(() => server.close())

type Row = { name: string; is_second?: boolean | undefined }
const marks = (rows: readonly Row[]) => rows.map(({ is_second }) => is_second === true)
const list = async (query: {
  sort?: 'newest' | 'name' | 'last-visit'
  search?: string
  page?: number
  per_page?: number
}) => (await desk(clientsContract.list, { querystring: query })).clients

test('a client record with the e-mail of another client is marked and comes last in lists, suggestions and search', async () => {
  for (const query of [{}, { sort: 'name' }, { sort: 'last-visit' }, { search: 'maria' }] as const)
    expect([query, marks(await list(query))]).toEqual([query, [false, true]])
  const contacts = await desk(clientsContract.contacts, { querystring: { search: 'maria' } })
  expect(marks(contacts.data)).toEqual([false, true])
  const users = await desk(manualClientContract.users, { querystring: { search: 'maria' } })
  expect(marks(users.clients)).toEqual([false, true])
  const { data } = await desk(searchContract.find, { querystring: { q: 'maria' } })
  expect([data.clients.map(({ id }) => id), marks(data.clients)]).toEqual([
    [known.clientId, double.clientId],
    [false, true],
  ])
})

test('among possible duplicates a record with another client’s e-mail is named last and marked', async () => {
  const body = { name: NAME, unless_similar: true }
  const error = await errorOf(desk(clientsContract.create, { body }))
  expect(marks((error.data as { candidates: Row[] }).candidates)).toEqual([false, true])
})

test('each client record is on exactly one page of the client list, with any page size', async () => {
  for (let i = 0; i < 5; i++) await createUser(server.db, 'client', { name: `Nena ${i}` })
  for (const per_page of [1, 2, 3, 4, 10]) {
    const pages = Math.ceil(7 / per_page)
    const rows: { id: string; is_second?: boolean | undefined }[] = []
    for (let page = 1; page <= pages; page++) rows.push(...(await list({ page, per_page })))
    expect([per_page, new Set(rows.map(({ id }) => id)).size, marks(rows as never).indexOf(true)]).toEqual([
      per_page,
      7,
      6,
    ])
  }
})

test('once its e-mail is confirmed, a record has its normal position in lists again', async () => {
  await server.db
    .updateTable('people')
    .set({ email: null, email_is_second: false })
    .where('id', '=', double.id)
    .execute()
  const rows = await list({ search: 'maria' })
  expect([rows[0]!.id, marks(rows)]).toEqual([double.clientId, [false, false]])
})
