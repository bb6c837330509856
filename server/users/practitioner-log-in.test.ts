import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createResource, createUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { usersContract } from '#shared/users/contract.ts'

let server: TestServer
let admin: Caller
let reyes: string

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
  reyes = await createResource(server.db, 'practitioner', 'Dra. Reyes')
})
afterAll(() => server.close())

let people = 0
const person = (practitioner_id: string | null, role: 'practitioner' | 'cashier' = 'practitioner') => {
  const n = ++people
  return { name: `Person ${n}`, email: `person-${n}@example.ph`, password: 'a good long word', role, practitioner_id }
}

test('an admin creates a log-in for a practitioner; the user list counts it and can be filtered by this role', async () => {
  const { data } = await admin(usersContract.create, { body: person(reyes) })
  expect(data).toMatchObject({ role: 'practitioner', practitioner_id: reyes })
  const { users, summary } = await admin(usersContract.list, { querystring: { role: 'practitioner' } })
  expect(users.map(({ id }) => id)).toEqual([data.id])
  expect(summary).toMatchObject({ total: 2, admins: 1, practitioners: 1, clients: 0 })
})

test.each([
  ['without a practitioner', () => person(null), 'Choose the practitioner whose visits this log-in shows.'],
  ['for a practitioner who already has one', () => person(reyes), 'This practitioner has a log-in already.'],
  [
    'for a room',
    async () => person(await createResource(server.db, 'room', 'Laser room')),
    'This practitioner is not set up any more. Choose another.',
  ],
  [
    'of another role with a practitioner',
    async () => person(await createResource(server.db, 'practitioner', 'Dr. Uy'), 'cashier'),
    'Only users with the role Practitioner can be linked to a practitioner.',
  ],
])('a log-in for a practitioner %s is rejected at the field, and no user is created', async (_, body, sentence) => {
  const before = (await admin(usersContract.list, { querystring: {} })).total
  const error = await errorOf(admin(usersContract.create, { body: await body() }))
  expect(error).toMatchObject({ status: 422, errors: { practitioner_id: [sentence] } })
  expect((await admin(usersContract.list, { querystring: {} })).total).toBe(before)
})

test('changing the role or closing the account of a practitioner’s log-in allows another log-in for this practitioner', async () => {
  const cruz = await createResource(server.db, 'practitioner', 'Dr. Cruz')
  const { password: _, ...fields } = person(cruz)
  const { data } = await admin(usersContract.create, { body: { ...fields, password: 'a good long word' } })
  const change = async (changes: object) =>
    admin(
      usersContract.update,
      { params: { id: data.id }, body: { ...fields, ...changes } },
      await ifMatchCurrent(server.db, 'users', data.id),
    )
  expect((await change({ role: 'cashier', practitioner_id: null })).data).toMatchObject({ practitioner_id: null })
  expect((await change({})).data).toMatchObject({ role: 'practitioner', practitioner_id: cruz })
  await admin(usersContract.remove, { params: { id: data.id } })
  expect((await admin(usersContract.create, { body: person(cruz) })).data.practitioner_id).toBe(cruz)
})
