import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { contactColumns } from '#server/people/rows.ts'
import { createOldDatabase } from '#server/test/database.ts'
import { newId } from '#server/lib/new-id.ts'
import { createCatalogue, createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import { filipinoNames, inOneLine, waysToWrite } from '#shared/people/filipino-names-fixture.ts'
import { searchContract } from '#shared/search/contract.ts'

let server: TestServer
let cashier: Caller
let cashierId: string

beforeAll(async () => {
  server = await startTestServer()
  const { id, token } = await createUser(server.db, 'cashier')
  cashierId = id
  cashier = server.as(token)
})
afterAll(() => server.close())

const put = async (name: string) => (await cashier(clients.create, { body: { name } })).data
const suggested = async (search: string) =>
  (await cashier(clients.contacts, { querystring: { search, per_page: 100 } })).data.map((row) => row.name)

test('client list, suggestions and search find a person by every spelling of the name', async () => {
  await put('Maria Lourdes de la Peña-O’Neil Jr.')
  for (const search of [
    'delapena-oneil, Ma. Lourdes',
    "dela pena o'neil",
    'MARIA LOURDES DE LA PEÑA',
    'oneil maria jr',
    'maria lo',
  ]) {
    expect(await suggested(search), search).toEqual(['Maria Lourdes de la Peña-O’Neil Jr.'])
    expect((await cashier(clients.list, { querystring: { search } })).total, search).toBe(1)
    expect((await cashier(searchContract.find, { querystring: { q: search } })).data.clients, search).toHaveLength(1)
  }
  expect(await suggested('???')).toEqual([])
})

async function candidatesFor(name: string): Promise<string[]> {
  const error = await cashier(clients.create, { body: { name, unless_similar: true } }).catch(
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) return []
  return errorDataOf(clients.create, 'possible_duplicate', error)!.candidates.map((row) => row.name)
}

test.each([
  ['Juan Peñaflorida Dela Cruz Jr.', 'Juan de la Cruz'],
  ['Pedro de los Santos', 'Delos Santos, Pedro Ramos Sr'],
  ['Ma. Lourdes Katigbak', 'Maria Lourdes B. Katigbak'],
  ['Brian O’Neil', "Brian O'neil"],
])(
  'the existing client %s triggers the question whether it is the same person when %s is added',
  async (onFile, name) => {
    await put(onFile)
    expect(await candidatesFor(name)).toEqual([onFile])
  },
)

test('two people who share only the first and last word of their names are not suggested as possible duplicates', async () => {
  await put('Ana Concepcion Villanueva')
  expect(await candidatesFor('Ana Bernadette Villanueva')).toEqual([])
})

async function bookFor({ id }: { id: string }, startsAt: string): Promise<void> {
  const { treatmentId, serviceId } = await createCatalogue(server.db)
  const { now } = server.clock
  const starts_at = new Date(startsAt)
  await server.db
    .insertInto('appointments')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      client_id: id,
      treatment_id: treatmentId,
      service_id: serviceId,
      starts_at,
      ends_at: new Date(starts_at.getTime() + 1_800_000),
      status: 'confirmed',
      created_by: cashierId,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

test('suggestions for a client’s name start with people who have a visit today, then words that start with the typed text, then names', async () => {
  for (const name of ['Adelita Zamora', 'Bea Litao', 'Lita Zamora']) await put(name)
  expect(await suggested('lita')).toEqual(['Bea Litao', 'Lita Zamora', 'Adelita Zamora'])
  await bookFor(await put('Carmelita Zamora'), '2026-11-21T15:00:00+08:00')
  expect(await suggested('lita')).toEqual(['Carmelita Zamora', 'Bea Litao', 'Lita Zamora', 'Adelita Zamora'])
  expect((await suggested(''))[0]).toBe('Carmelita Zamora')
})

test('people stored by earlier versions of the app are found by the same rules as new ones', async () => {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const names = filipinoNames.map(inOneLine)
  const rows = names.map(
    (name, n) =>
      `('01900000-0000-7000-8000-${String(n).padStart(12, '0')}', ${quoted(name)}, 'p${n}@example.ph', now(), now(), '')`,
  )
  const database = await createOldDatabase(
    '0091-an-email-of-two-records',
    `insert into people (id, first_name, email, created_at, updated_at, search_text) values ${rows.join()}`,
  )
  await migrate(database)
  const db = createDatabase(createPool({ connectionString: database.appUrl, max: 1 }))
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const { rows: stored } = await sql<{ name_search: string; search_text: string }>`
    select name_search, search_text from people order by id`.execute(db)
  const written = names.map((name, n) =>
    contactColumns({ first_name: name }, { email: `p${n}@example.ph`, contact_number: null }),
  )
  expect(stored).toEqual(written.map(({ name_search, search_text }) => ({ name_search, search_text })))
})

test('each of 200 people is found by every spelling of the name, through the index', async () => {
  for (const name of filipinoNames) await createUser(server.db, 'client', { name: inOneLine(name) })
  for (const [n, name] of filipinoNames.entries()) {
    const ways = waysToWrite(name)
    const typed = ways[n % ways.length]!
    expect(await suggested(typed), typed).toContain(inOneLine(name))
  }
})
