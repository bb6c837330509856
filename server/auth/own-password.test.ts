import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession, createUser, givePassword } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { passwordMessages } from '#shared/users/messages.ts'

const FIRST = 'bianca123'
const CHOSEN = 'pearl of the orient'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: { logInsPerAccountAndAddress: { tries: 4, windowSeconds: 900 } } })
})
afterAll(() => server.close())

const choose = (token: string, current_password: string, new_password = CHOSEN) =>
  server.as(token)(authContract.choosePassword, { body: { current_password, new_password } })
const logIn = (email: string, password: string) => server.as(null)(authContract.login, { body: { email, password } })

async function newcomer() {
  const user = await createUser(server.db, 'client', { name: 'Bianca Garcia' })
  await givePassword(server.db, user.id, FIRST, new Date('2026-12-05T09:00:00+08:00'))
  return user
}

test('the session says whether the user must choose a password before anything else', async () => {
  const user = await newcomer()
  const { token } = await logIn(user.email, FIRST)
  expect((await server.as(token)(sessionContract.session, {})).user.must_set_password).toBe(true)
  await choose(token, FIRST)
  expect((await server.as(token)(sessionContract.session, {})).user.must_set_password).toBe(false)
})

test('after a user has chosen a password, the new password works and the temporary one does not', async () => {
  const user = await newcomer()
  await choose((await logIn(user.email, FIRST)).token, FIRST)
  expect((await logIn(user.email, CHOSEN)).user.must_set_password).toBe(false)
  await expect(logIn(user.email, FIRST)).rejects.toMatchObject({ status: 401 })
})

test('a user who must still choose a password can log out', async () => {
  const user = await newcomer()
  const { token } = await logIn(user.email, FIRST)
  await server.as(token)(sessionContract.logout, { body: {} })
  await expect(server.as(token)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
})

test('changing the password ends all other sessions of the user', async () => {
  const user = await newcomer()
  const other = await createSession(server.db, user.id)
  await choose(user.token, FIRST)
  await expect(server.as(other)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  expect((await server.as(user.token)(sessionContract.session, {})).user.id).toBe(user.id)
})

test('a wrong current password changes nothing and is reported at its field', async () => {
  const user = await newcomer()
  await expect(choose(user.token, 'not the password')).rejects.toMatchObject({
    status: 422,
    errors: { current_password: [authMessages.currentPasswordWrong] },
  })
  expect((await logIn(user.email, FIRST)).user.id).toBe(user.id)
})

test('guesses of the current password are limited when the password is changed', async () => {
  const user = await newcomer()
  for (let i = 0; i < 4; i++) await expect(choose(user.token, `guess ${i}`)).rejects.toMatchObject({ status: 422 })
  await expect(choose(user.token, FIRST)).rejects.toMatchObject({
    status: 429,
    message: authMessages.tooManyTries,
  })
})

test('on changing the password, a right current password does not count as a try, and resets the number of wrong tries', async () => {
  const user = await newcomer()
  await givePassword(server.db, user.id, CHOSEN)
  const again = () => choose(user.token, CHOSEN, CHOSEN)
  for (let i = 0; i < 6; i++)
    await expect(again()).rejects.toMatchObject({ errors: { new_password: [authMessages.samePassword] } })
  for (let i = 0; i < 3; i++) await expect(choose(user.token, `guess ${i}`)).rejects.toMatchObject({ status: 422 })
  await expect(again()).rejects.toMatchObject({ status: 422 })
  for (let i = 0; i < 4; i++) await expect(choose(user.token, `guess ${i}`)).rejects.toMatchObject({ status: 422 })
  await expect(again()).rejects.toMatchObject({ status: 429 })
})

test('a password that is too short, or the same as the current one, is rejected', async () => {
  const user = await newcomer()
  await expect(choose(user.token, FIRST, 'too short')).rejects.toMatchObject({
    status: 422,
    errors: { new_password: [passwordMessages.tooShort] },
  })
  await givePassword(server.db, user.id, CHOSEN)
  await expect(choose(user.token, CHOSEN, CHOSEN)).rejects.toMatchObject({
    errors: { new_password: [authMessages.samePassword] },
  })
})

test('the password change is in the history log without the password', async () => {
  const user = await newcomer()
  await choose(user.token, FIRST)
  const rows = await logEntries(server.db, { user_id: user.id })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ action: 'Changed own password', type: 'update', changed_fields: ['password'] })
  expect(JSON.stringify(rows)).not.toMatch(/bianca123|pearl of/)
})
