import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import type { Role } from '#shared/people/role.ts'
import { usersContract } from '#shared/users/contract.ts'
import { userMessages } from '#shared/users/messages.ts'

const PASSWORD = 'pearl of the orient'
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin')
})
afterAll(() => server.close())

const logIn = (email: string) => server.as(null)(authContract.login, { body: { email, password: PASSWORD } })
/** Saves the user's form with the current version. */
const edit = async (user: TestUser, changes: { role: Role; [field: string]: string }, by = admin) =>
  server.as(by.token)(
    usersContract.update,
    { params: { id: user.id }, body: { name: user.name, email: user.email, ...changes } },
    await ifMatchCurrent(server.db, 'users', user.id),
  )

test.each([
  ['email', { email: 'somebody.else@example.ph' }],
  ['password', { password: 'another good password' }],
])(
  'admins cannot change their own %s in User Management, which does not ask for the current password',
  async (field, changes) => {
    const me = await createUser(server.db, 'admin')
    await givePassword(server.db, me.id, PASSWORD)
    await expect(edit(me, { role: 'admin', ...changes }, me)).rejects.toMatchObject({
      status: 409,
      message: userMessages.ownLogIn,
      errors: { [field]: [userMessages.ownLogIn] },
    })
    expect((await logIn(me.email)).user.id).toBe(me.id)
    expect((await edit(me, { role: 'admin', name: 'My New Name' }, me)).data.name).toBe('My New Name')
    expect((await server.as(me.token)(sessionContract.session, {})).user.name).toBe('My New Name')
  },
)

test('setting a password for a client without an e-mail is rejected, because it could not be used', async () => {
  const walkIn = await createUser(server.db, 'client', { name: 'Tina Uy' })
  await edit(walkIn, { role: 'client', email: '' })
  await expect(edit(walkIn, { role: 'client', email: '', password: PASSWORD })).rejects.toMatchObject({
    status: 422,
    errors: { email: [userMessages.emailForPassword] },
  })
})
