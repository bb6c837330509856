import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { privacyMessages } from '#shared/privacy/messages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const register = (email: string, more: object = {}) =>
  server.as(null)(authContract.register, {
    body: { name: 'Carla Mendoza', email, password: 'pearl of the orient', ...more },
  })
const consentsOf = (token: string) => server.as(token)(privacyContract.consents, {})
const accept = (token: string, privacy_version: string = PRIVACY_NOTICE_VERSION) =>
  server.as(token)(privacyContract.give, { body: { privacy_version: privacy_version as never } })
const logsOf = async (id: string) => (await logEntries(server.db, { subject_id: id })).map(({ action }) => action)

test('registering with the current version of the privacy notice records the consent with its date', async () => {
  const { token, user } = await register('with@example.ph', { privacy_version: PRIVACY_NOTICE_VERSION })
  expect(await consentsOf(token)).toEqual({
    data: [
      {
        purpose: 'privacy_notice',
        version: PRIVACY_NOTICE_VERSION,
        given_at: '2026-11-21T09:00:00+08:00',
        withdrawn_at: null,
      },
    ],
    current_version: PRIVACY_NOTICE_VERSION,
  })
  expect(await logsOf(user.id)).toEqual([
    'Registered as a client',
    `Accepted the privacy notice of ${PRIVACY_NOTICE_VERSION}`,
  ])
})

test('registering without an answer to the privacy notice succeeds and records no consent', async () => {
  const { token } = await register('without@example.ph', { user_role: 'client' })
  expect((await consentsOf(token)).data).toEqual([])
})

test('registering with another version of the privacy notice than the current one is rejected, and creates no account', async () => {
  await expect(register('older@example.ph', { privacy_version: '2020-01-01' })).rejects.toMatchObject({
    status: 422,
    errors: { privacy_version: [privacyMessages.notCurrent] },
  })
  const found = await server.db.selectFrom('users').select('id').where('email', '=', 'older@example.ph').execute()
  expect(found).toEqual([])
})

test('a client’s consent to the privacy notice is recorded once, however often the button is pressed', async () => {
  const ana = await createUser(server.db, 'client')
  const outcomes = await Promise.all([accept(ana.token), accept(ana.token), accept(ana.token)])
  for (const { data } of outcomes) expect(data).toHaveLength(1)
  expect(await logsOf(ana.id)).toEqual([`Accepted the privacy notice of ${PRIVACY_NOTICE_VERSION}`])
  await expect(accept(ana.token, '2020-01-01')).rejects.toMatchObject({ status: 422 })
})

test('a recorded consent is never changed or removed; only its end is added, once', async () => {
  const bea = await createUser(server.db, 'client')
  await accept(bea.token)
  const id = server.db.selectFrom('consents').select('id').where('user_id', '=', bea.id)
  const change = (values: { version?: string; withdrawn_at?: Date | null; given_at?: Date }) =>
    server.db.updateTable('consents').set(values).where('id', '=', id).execute()
  const refused = /append-only/
  await expect(change({ version: '2020-01-01' })).rejects.toThrow(refused)
  await expect(change({ withdrawn_at: new Date(), version: '2020-01-01' })).rejects.toThrow(refused)
  await expect(server.db.deleteFrom('consents').where('id', '=', id).execute()).rejects.toThrow(refused)
  await expect(sql`truncate consents`.execute(server.db)).rejects.toThrow()
  await change({ withdrawn_at: new Date('2026-12-01T00:00:00Z') })
  await expect(change({ withdrawn_at: null })).rejects.toThrow(refused)
  await accept(bea.token)
  expect((await consentsOf(bea.token)).data).toHaveLength(2)
})
