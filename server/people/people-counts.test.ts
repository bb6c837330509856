import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { countByRole } from './find-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const counted = async (closed: boolean) => {
  const isCounted = closed ? sql`true` : sql`closed_at is null`
  const { rows } = await sql<{ role: string; n: number }>`
    select role, count(*)::int as n from users where ${isCounted} group by role`.execute(server.db)
  return {
    admin: 0,
    cashier: 0,
    practitioner: 0,
    client: 0,
    ...Object.fromEntries(rows.map(({ role, n }) => [role, n])),
  }
}

const kept = (closed: boolean) => server.db.transaction().execute((tx) => countByRole(tx as never, closed))

async function expectTrueCounts() {
  expect(await kept(false)).toEqual(await counted(false))
  expect(await kept(true)).toEqual(await counted(true))
}

test('the stored counts of people match the rows after adding, closing, reopening, removing and rolling back', async () => {
  await expectTrueCounts()
  const people = await Promise.all(
    (['client', 'client', 'client', 'cashier', 'admin'] as const).map((role) => createUser(server.db, role)),
  )
  await expectTrueCounts()
  const close = (ids: string[], closed_at: Date | null) =>
    server.db.updateTable('people').set({ closed_at, email: null }).where('id', 'in', ids).execute()
  await close([people[0]!.id, people[1]!.id], server.clock.now)
  await expectTrueCounts()
  expect((await kept(true)).client - (await kept(false)).client).toBe(2)
  // Closing a closed person again changes no count.
  await close([people[0]!.id], new Date(server.clock.now.getTime() + 1))
  await close([people[1]!.id], null)
  await expectTrueCounts()

  await sql`insert into people (id, first_name, created_at, updated_at, search_text)
    select gen_random_uuid(), name, ${server.clock.now}, ${server.clock.now}, '' from unnest(array['Ana', 'Bea']) name`.execute(
    server.db,
  )
  await expectTrueCounts()
  await server.db.deleteFrom('people').where('name', 'in', ['Ana', 'Bea']).execute()
  await expectTrueCounts()

  const rolledBack = server.db.transaction().execute(async (tx) => {
    await tx.updateTable('people').set({ closed_at: server.clock.now, email: null }).execute()
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await expectTrueCounts()
})
