import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { issueSetupCode } from './setup-code.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ limits: { logInsPerAccountAndAddress: { tries: 4, windowSeconds: 900 } } })
})
afterEach(() => server.close())

const issueUnlessFounded = () => inTransaction(server.db, (tx) => issueSetupCode(tx, server.clock.now))
const issue = async () => (await issueUnlessFounded())!
const setUp = (code: string, email = 'isabel@example.ph') =>
  server.as(null)(authContract.setup, {
    body: {
      code,
      clinic_name: 'Mutya Skin & Aesthetics',
      clinic_address: '12 Sampaguita Street, Quezon City',
      clinic_phone: '0917 123 4567',
      clinic_email: 'hello@example.ph',
      name: 'Isabel Cruz',
      email,
      password: 'pearl of the orient',
    },
  })
const clinic = async () => (await server.as(null)(clinicContract.read, {})).data

test('with the set-up code from the terminal the operator creates the clinic and its first admin, who is then logged in', async () => {
  expect((await clinic()).needs_setup).toBe(true)
  const { token, user } = await setUp(await issue())
  expect(user).toMatchObject({ name: 'Isabel Cruz', user_role: 'admin', must_set_password: false })
  expect(await clinic()).toMatchObject({
    name: 'Mutya Skin & Aesthetics',
    location_label: 'Quezon City',
    phone: '0917 123 4567',
    needs_setup: false,
  })
  const { users } = await server.as(token)(usersContract.list, { querystring: {} })
  expect(users.map(({ name, role }) => [name, role])).toEqual([['Isabel Cruz', 'admin']])
})

test('the set-up code may be typed in lower case, with spaces or without hyphens', async () => {
  const code = await issue()
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect((await setUp(` ${code.toLowerCase().replaceAll('-', ' ')} `)).user.user_role).toBe('admin')
})

test('of two simultaneous set-ups one succeeds, and the other is told that the clinic is set up', async () => {
  const code = await issue()
  const answers = await Promise.allSettled([setUp(code, 'a@example.ph'), setUp(code, 'b@example.ph')])
  const lost = answers.filter((answer) => answer.status === 'rejected')
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  expect(lost).toHaveLength(1)
  expect(lost[0]!.reason).toMatchObject({ status: 409, message: authMessages.setupAlready })
  const admins = await server.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  expect(admins).toHaveLength(1)
})

test('a wrong set-up code creates nothing, and guessing is limited', async () => {
  const code = await issue()
  for (let i = 0; i < 4; i++)
    await expect(setUp('AAAA-BBBB-CCCC')).rejects.toMatchObject({
      status: 422,
      errors: { code: [authMessages.setupCodeWrong] },
    })
  await expect(setUp(code)).rejects.toMatchObject({ status: 429 })
  expect((await clinic()).needs_setup).toBe(true)
  expect(await server.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('without a set-up code in the database the clinic cannot be set up', async () => {
  await expect(setUp('AAAA-BBBB-CCCC')).rejects.toMatchObject({ status: 422 })
})

test('each start of the server creates a new set-up code, the previous one is invalid, and only a hash is stored', async () => {
  const first = await issue()
  server.clock.now = new Date(server.clock.now.getTime() + 60_001)
  const second = await issue()
  expect(second).not.toBe(first)
  const rows = await server.db.selectFrom('setup_codes').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.code_hash.toString('latin1')).not.toContain(second)
  await expect(setUp(first)).rejects.toMatchObject({ status: 422 })
  expect((await setUp(second)).user.user_role).toBe('admin')
})

test('processes that start within a minute each print a set-up code that works until one of the codes is used', async () => {
  const codes = [await issue(), await issue(), await issue()]
  expect((await setUp(codes[1]!)).user.user_role).toBe('admin')
  expect(await server.db.selectFrom('setup_codes').selectAll().execute()).toEqual([])
})

test('a clinic with an admin gets no set-up code and cannot be set up again', async () => {
  const code = await issue()
  await createUser(server.db, 'admin')
  expect(await issueUnlessFounded()).toBeNull()
  await expect(setUp(code)).rejects.toMatchObject({ status: 409, message: authMessages.setupAlready })
})

test('the first-time set-up of a clinic is recorded in the history log', async () => {
  const { user } = await setUp(await issue())
  const rows = await logEntries(server.db)
  expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
    ['Set up the clinic Mutya Skin & Aesthetics', user.id],
    ['Became the first admin', user.id],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/isabel@|hello@|917 ?123/)
})
