import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { manualClientContract as manual } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { ApiError, errorDataOf } from '#shared/lib/http-client.ts'

let server: TestServer
let cashier: Caller
let ids: TestCatalogue

beforeAll(async () => {
  server = await startTestServer()
  ids = await createCatalogue(server.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date(0) })
    .execute()
  cashier = server.as((await createUser(server.db, 'cashier', { name: 'Joy Manalo' })).token)
})

type Person = { name: string; contact_number?: string; email?: string }
const put = async (person: Person) => (await cashier(clients.create, { body: person })).data
const putUnlessSimilar = (person: Person) => cashier(clients.create, { body: { ...person, unless_similar: true } })
const onFile = async () => (await cashier(clients.list, { querystring: {} })).total

/** Returns the similar clients that the error for a new client names. */
async function candidatesFor(person: Person) {
  const error = await putUnlessSimilar(person).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error('it was not refused')
  expect(error).toMatchObject({ status: 409, message: s.possibleDuplicate })
  return errorDataOf(clients.create, 'possible_duplicate', error)!.candidates
}

test('a client with the same phone number in another format is the first possible duplicate, with name, number and last visit', async () => {
  const ana = await put({ name: 'Ana Cruz', contact_number: '0917 123 4567' })
  await cashier(manual.addServices, {
    params: { id: ana.id },
    body: { service_ids: [ids.serviceId], add_on_ids: [], date: '2026-11-03' },
  })
  expect(await candidatesFor({ name: 'Mrs. Reyes', contact_number: '+63 (917) 123-4567' })).toEqual([
    {
      client_id: ana.id,
      user_id: ana.user_id,
      name: 'Ana Cruz',
      email: null,
      contact_number: '0917 123 4567',
      last_visit: '2026-11-03',
    },
  ])
  expect(await onFile()).toBe(1)
})

test.each([
  ['the same', 'Maria Clara Santos'],
  ['without accents and case', 'MARÍA clara  santos'],
  ['without a middle name', 'Maria Santos'],
  ['in another order', 'Santos Maria Clara'],
  ['with a letter missing', 'Maria Clara Santo'],
])('adding a client whose name is %s asks whether it is the existing client', async (_, name) => {
  await put({ name: 'Maria Clara Santos' })
  expect((await candidatesFor({ name })).map((row) => row.name)).toEqual(['Maria Clara Santos'])
})

test.each([
  ['another family name', 'Maria Clara Bautista'],
  ['another first name', 'Josefina Santos'],
  ['only one of its words', 'Maria'],
])('a name with %s is treated as the name of a different person', async (_, name) => {
  await put({ name: 'Maria Clara Santos', contact_number: '0917 123 4567' })
  const { data } = await putUnlessSimilar({ name, contact_number: '0918 222 3333' })
  expect(data.name).toBe(name)
})

test('matching phone numbers come before matching names, and at most five people are named', async () => {
  for (let n = 0; n < 6; n++) await put({ name: 'Liza Ramos' })
  await put({ name: 'Elizabeth Tan', contact_number: '0917 123 4567' })
  const found = await candidatesFor({ name: 'Liza Ramos', contact_number: '09171234567' })
  expect(found.map((row) => row.name)).toEqual(['Elizabeth Tan', ...Array.from({ length: 4 }, () => 'Liza Ramos')])
})

test('a record is created without a check for duplicates if the request says that the person is new, or asks for no check', async () => {
  await put({ name: 'Liza Ramos' })
  await cashier(clients.create, { body: { name: 'Liza Ramos', unless_similar: false } })
  await put({ name: 'Liza Ramos' })
  expect(await onFile()).toBe(3)
})

test('a manually added client is checked for duplicates too, and nothing is saved until staff confirm that the person is new', async () => {
  await put({ name: 'Liza Ramos' })
  const body = { treatment_id: ids.treatmentId, service_ids: [ids.serviceId], add_on_ids: [], date: '2026-11-01' }
  const add = (unless_similar: boolean) =>
    cashier(manual.create, { body: { name: 'Liza Ramos', unless_similar, ...body } })
  await expect(add(true)).rejects.toMatchObject({ status: 409, code: 'possible_duplicate' })
  expect(await onFile()).toBe(1)
  await add(false)
  expect(await onFile()).toBe(2)
})

test('staff and removed people are never named as duplicates', async () => {
  await createUser(server.db, 'client', { name: 'Gina Yap' })
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date(0) })
    .where('name', '=', 'Gina Yap')
    .execute()
  await putUnlessSimilar({ name: 'Gina Yap' })
  await putUnlessSimilar({ name: 'Joy Manalo' })
  expect(await onFile()).toBe(2)
})

test('adding a similar client with an e-mail in use is rejected without a question, because two people cannot share an e-mail', async () => {
  await put({ name: 'Ana Cruz', email: 'ana@example.ph' })
  await expect(putUnlessSimilar({ name: 'Ana Cruz', email: 'ana@example.ph' })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: s.emailInUse('Ana Cruz'),
  })
})

test('possible duplicates of a client are searched through the indexes of names and phone numbers', async () => {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  await owner.query(`
    insert into people (id, first_name, contact_normalised, created_at, updated_at, search_text)
      select gen_random_uuid(), md5(n::text), '+63917' || n, '2026-11-01Z', '2026-11-01Z', '' from generate_series(1, 20000) n;
    analyze people`)
  const { rows } = await owner.query<Record<'QUERY PLAN', string>>(
    `explain select id from people where closed_at is null
      and (contact_normalised = '+639171234567' or name_search % 'ana cruz')`,
  )
  await owner.end()
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('people__similar_name')
  expect(plan).toContain('people__contact_number')
})
