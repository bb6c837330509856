import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/lib/passwords.ts'
import { createSession, createUser, type TestUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { profileMessages } from '#shared/profile/messages.ts'

const PASSWORD = 'a password of my own'

let server: TestServer
let passwordHash: string

beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())

type Body = Input<typeof profileContract.update>['body']

async function person(options: Parameters<typeof createUser>[2] = {}): Promise<TestUser> {
  const user = await createUser(server.db, 'client', options)
  await server.db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
  return user
}
const read = async (token: string) => (await server.as(token)(profileContract.read, {})).data
const update = (token: string, body: Body) => server.as(token)(profileContract.update, { body })
const stored = (id: string) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const logsOf = (id: string) => logEntries(server.db, { user_id: id })

/** The data that a refused change must not alter. */
const traces = async (id: string) => ({ account: await stored(id), logs: await logsOf(id) })

describe('reading one’s own profile', () => {
  test('one’s own profile contains the user’s own data, and nothing secret', async () => {
    const ana = await person({ name: 'Ana Cruz', contactNumber: '0917 123 4567' })
    expect(await read(ana.token)).toEqual({
      id: ana.id,
      name: 'Ana Cruz',
      contact_number: '0917 123 4567',
      email: ana.email,
      location: null,
      photo: null,
      Account_created_at: '2026-11-01T09:00:00+08:00',
      smsActivated: false,
      version: expect.any(Number),
    })
  })

  test('staff can read their own profile too', async () => {
    const cashier = await createUser(server.db, 'cashier')
    expect((await read(cashier.token)).id).toBe(cashier.id)
  })

  test('reading one’s own profile needs a session, and a password that the user has chosen', async () => {
    await expect(server.as(null)(profileContract.read, {})).rejects.toMatchObject({ status: 401 })
    const newcomer = await createUser(server.db, 'client', { mustSetPassword: true })
    await expect(read(newcomer.token)).rejects.toMatchObject({ status: 403, code: 'must_choose_password' })
  })
})

describe('changing one’s own profile', () => {
  test('changing one’s own profile saves name, number and location, and the new values are searchable', async () => {
    const bea = await person({ name: 'Bea Lim' })
    const answer = await update(bea.token, {
      name: '  Beatriz Peña-Lim ',
      contact: '0918 765 4321',
      email: bea.email.toUpperCase(),
      location: 'Makati City',
    })
    expect(answer.userRole).toBe('client')
    expect(answer.user).toEqual(await read(bea.token))
    expect(answer.user).toMatchObject({
      name: 'Beatriz Peña-Lim',
      contact_number: '0918 765 4321',
      email: bea.email,
      location: 'Makati City',
    })
    const account = await stored(bea.id)
    expect(account.contact_normalised).toBe('+639187654321')
    expect(account.search_text).toBe(`beatriz pena lim ${bea.email} 0918 765 4321 +639187654321`)
    expect(account.updated_at).toEqual(server.clock.now)
    const client = await server.db
      .selectFrom('clients')
      .innerJoin('people', 'people.id', 'clients.person_id')
      .selectAll()
      .where('person_id', '=', bea.id)
      .execute()
    expect(client).toMatchObject([{ first_name: 'Beatriz Peña-Lim', middle_name: null, last_name: null, suffix: null }])
  })

  test('changing one’s own profile writes one log entry with the names of the fields and none of their values', async () => {
    const cora = await person({ name: 'Cora Tan' })
    const body = { name: 'Cora Uy', contact: '0917 000 1111', email: cora.email, location: 'Cebu' }
    await update(cora.token, body)
    await update(cora.token, body)
    const logs = await logsOf(cora.id)
    expect(logs).toHaveLength(1)
    expect(logs[0]).toMatchObject({
      user_name: 'Cora Tan',
      action: 'Changed own profile: name from Cora Tan to Cora Uy, mobile number, location',
      type: 'update',
      subject_id: cora.id,
      changed_fields: ['name', 'contact_number', 'location'],
    })
    expect(JSON.stringify(logs)).not.toMatch(/0917 ?000|\+63|Cebu|@/)
  })

  test('changing one’s own profile clears the phone number and the location if their fields are left blank', async () => {
    const dina = await person({ contactNumber: '0917 123 4567' })
    await update(dina.token, { name: dina.name, contact: ' ', email: dina.email, location: '' })
    expect(await read(dina.token)).toMatchObject({ contact_number: null, location: null })
    expect(await stored(dina.id)).toMatchObject({ contact_normalised: null })
  })

  test('a profile form based on an older version does not overwrite the phone number that staff corrected since', async () => {
    const nena = await person({ name: 'Nena Cruz', contactNumber: '0917 123 4567' })
    const { version, ...opened } = await read(nena.token)
    const desk = server.as((await createUser(server.db, 'cashier')).token)
    const client = { name: opened.name, email: nena.email, contact_number: '0918 765 4321' }
    await desk(clientsContract.update, { params: { id: nena.clientId! }, body: client })
    const before = await traces(nena.id)
    const newerValues = await read(nena.token)
    const body = { name: opened.name, contact: opened.contact_number, email: nena.email, location: 'Cebu' }
    await expect(
      server.as(nena.token)(profileContract.update, { body }, ifMatchVersion(version)),
    ).rejects.toMatchObject({ status: 409, code: 'stale', data: newerValues })
    expect(await traces(nena.id)).toEqual(before)
    const { version: now } = await read(nena.token)
    const newer = { ...body, contact: '0918 765 4321' }
    await server.as(nena.token)(profileContract.update, { body: newer }, ifMatchVersion(now))
    expect(await read(nena.token)).toMatchObject({ contact_number: '0918 765 4321', location: 'Cebu' })
  })

  test.each<[string, Partial<Body>, string, string]>([
    ['a blank name', { name: '  ' }, 'name', profileMessages.nameRequired],
    ['an invalid phone number', { contact: 'call me' }, 'contact', fieldMessages.phone],
    ['an invalid e-mail', { email: 'at home' }, 'email', fieldMessages.email],
    ['a location that is too long', { location: 'x'.repeat(121) }, 'location', fieldMessages.tooLong(120)],
  ])('changing one’s own profile to %s is rejected with a message', async (_, wrong, field, sentence) => {
    const ella = await person()
    const before = await traces(ella.id)
    const body = { name: ella.name, contact: null, email: ella.email, location: null, ...wrong }
    await expect(update(ella.token, body)).rejects.toMatchObject({ status: 422, errors: { [field]: [sentence] } })
    expect(await traces(ella.id)).toEqual(before)
  })
})

describe('a new e-mail', () => {
  const withEmail = (user: TestUser, email: string, current_password?: string): Body => ({
    name: user.name,
    contact: null,
    email,
    location: null,
    ...(current_password !== undefined && { current_password }),
  })

  test.each([
    ['no password', undefined, profileMessages.passwordForEmail],
    ['a wrong password', 'not this one', authMessages.currentPasswordWrong],
  ])('a new e-mail sent with %s is rejected and changes nothing', async (_, password, sentence) => {
    const fe = await person()
    const other = await createSession(server.db, fe.id)
    const before = await traces(fe.id)
    await expect(update(fe.token, withEmail(fe, 'new-fe@example.ph', password))).rejects.toMatchObject({
      status: 422,
      errors: { current_password: [sentence] },
    })
    expect(await traces(fe.id)).toEqual(before)
    expect((await read(other)).id).toBe(fe.id)
  })

  test('a new e-mail sent with the current password becomes the log-in; the user’s other sessions end, the current one stays', async () => {
    const gina = await person()
    const other = await createSession(server.db, gina.id)
    await update(gina.token, withEmail(gina, ' Gina.New@Example.PH ', PASSWORD))
    expect((await read(gina.token)).email).toBe('gina.new@example.ph')
    await expect(read(other)).rejects.toMatchObject({ status: 401 })
    expect((await stored(gina.id)).search_text).toContain('gina.new@example.ph')
    expect(await logsOf(gina.id)).toMatchObject([{ changed_fields: ['email'] }])
    const logIn = (email: string) => server.as(null)(authContract.login, { body: { email, password: PASSWORD } })
    expect((await logIn('gina.new@example.ph')).user.id).toBe(gina.id)
    await expect(logIn(gina.email)).rejects.toMatchObject({ status: 401 })
  })

  test('a new e-mail that is in use is rejected, and nothing changes: the user’s other sessions stay valid', async () => {
    const hana = await person()
    const ines = await person()
    const other = await createSession(server.db, ines.id)
    const before = await traces(ines.id)
    await expect(update(ines.token, withEmail(ines, hana.email.toUpperCase(), PASSWORD))).rejects.toMatchObject({
      status: 422,
      errors: { email: ['This email is already registered.'] },
    })
    expect(await traces(ines.id)).toEqual(before)
    expect((await read(other)).id).toBe(ines.id)
  })

  test('a new e-mail requested by two users at once becomes the e-mail of one of them', async () => {
    const [jo, kim] = [await person(), await person()]
    const outcomes = await Promise.allSettled(
      [jo, kim].map((user) => update(user.token, withEmail(user, 'wanted@example.ph', PASSWORD))),
    )
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ status: 422 })
  })

  test('a new e-mail cannot be set by guessing the password: after ten tries the right one is rejected too', async () => {
    const lia = await person()
    for (let i = 0; i < 10; i++)
      await expect(update(lia.token, withEmail(lia, 'lia-2@example.ph', `guess ${i}`))).rejects.toMatchObject({
        status: 422,
      })
    await expect(update(lia.token, withEmail(lia, 'lia-2@example.ph', PASSWORD))).rejects.toMatchObject({ status: 429 })
    expect((await read(lia.token)).email).toBe(lia.email)
  })
})

describe("another person's profile", () => {
  test.each(['id', 'user_id', 'role', 'user_role', 'must_set_password', 'password', 'photo', 'Account_created_at'])(
    'another person’s profile cannot be changed by sending %s',
    async (field) => {
      const [mia, nina] = [await person(), await person()]
      const [before, othersBefore] = [await traces(mia.id), await traces(nina.id)]
      const answer = await server.app.inject({
        method: 'PUT',
        url: '/api/userupdate',
        headers: { authorization: `Bearer ${mia.token}` },
        payload: { name: 'Stolen', contact: null, email: mia.email, location: null, [field]: nina.id },
      })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ errors: { [field]: [fieldMessages.unknownField] } })
      expect(await traces(mia.id)).toEqual(before)
      expect(await traces(nina.id)).toEqual(othersBefore)
    },
  )

  test('another person’s profile cannot be read by naming the person in the URL', async () => {
    const [olga, pia] = [await person(), await person()]
    for (const url of [`/api/my/profile?user_id=${pia.id}`, `/api/my/profile/${pia.id}`]) {
      const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${olga.token}` } })
      expect(answer.body).not.toContain(pia.email)
    }
  })

  test('a profile cannot be changed without a session', async () => {
    const body = { name: 'Nobody', contact: null, email: 'nobody@example.ph', location: null }
    await expect(server.as(null)(profileContract.update, { body })).rejects.toMatchObject({ status: 401 })
  })
})
