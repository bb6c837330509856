import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { usersContract } from '#shared/users/contract.ts'
import { userMessages } from '#shared/users/messages.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const demote = async (by: TestUser, whom: TestUser) =>
  server.as(by.token)(
    usersContract.update,
    { params: { id: whom.id }, body: { name: whom.name, email: whom.email, role: 'cashier' } },
    await ifMatchCurrent(server.db, 'users', whom.id),
  )
const close = (by: TestUser, whom: TestUser) => server.as(by.token)(usersContract.remove, { params: { id: whom.id } })
const admins = async () =>
  (
    await server.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('closed_at', 'is', null)
      .execute()
  ).length

test('the last admin cannot get another role', async () => {
  const only = await createUser(server.db, 'admin')
  await expect(demote(only, only)).rejects.toMatchObject({ status: 409, message: userMessages.lastAdmin })
  expect(await admins()).toBe(1)
})

test('a closed admin account does not count as a remaining admin', async () => {
  const [first, second] = [await createUser(server.db, 'admin'), await createUser(server.db, 'admin')]
  await close(first, second)
  await expect(demote(first, first)).rejects.toMatchObject({ status: 409 })
})

test('users cannot change their own role, but another admin can, which logs them out', async () => {
  const [first, second] = [await createUser(server.db, 'admin'), await createUser(server.db, 'admin')]
  await expect(demote(first, first)).rejects.toMatchObject({
    status: 409,
    message: userMessages.ownRole,
    errors: { role: [userMessages.ownRole] },
  })
  expect(await admins()).toBe(2)
  expect((await demote(second, first)).data.role).toBe('cashier')
  await expect(demote(first, second)).rejects.toMatchObject({ status: 401 })
})

test('of two admins who demote or close each other at once one remains admin', async () => {
  for (const [one, other] of [
    [demote, demote],
    [close, close],
    [demote, close],
  ] as const) {
    const [a, b] = [await createUser(server.db, 'admin'), await createUser(server.db, 'admin')]
    await server.db
      .updateTable('people')
      .set({ closed_at: new Date(), email: null })
      .where('id', 'in', (admin) => admin.selectFrom('users').select('id').where('role', '=', 'admin'))
      .where('id', 'not in', [a.id, b.id])
      .execute()
    await Promise.allSettled([one(a, b), other(b, a)])
    expect(await admins()).toBe(1)
  }
})
