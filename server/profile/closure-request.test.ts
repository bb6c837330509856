import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { givePassword, type TestUser } from '#server/test/factories.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { closureRequestContract as contract, usersContract } from '#shared/users/contract.ts'
import { closureRequestMessages as s } from '#shared/users/messages.ts'
import { profileContract, photoContract } from '#shared/profile/contract.ts'

const PASSWORD = 'a password of my own'
let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

async function person(name: string): Promise<TestUser> {
  const user = await clinic.newClient(name)
  await givePassword(clinic.server.db, user.id, PASSWORD)
  return user
}
const as = (user: TestUser) => clinic.server.as(user.token)
const ask = (user: TestUser, reason: string | null = null, current_password = PASSWORD) =>
  as(user)(contract.ask, { body: { current_password, reason } })
const latest = async (user: TestUser) => (await as(user)(contract.read, {})).data
const withdraw = (user: TestUser) => as(user)(contract.withdraw, {})
const decide = (user: TestUser, decision: 'close' | 'decline', answer?: string) =>
  clinic.admin(contract.decide, { params: { id: user.id }, body: { decision, answer } })
const listed = async (search: string, closure: 'all' | 'requested' = 'all', closed: 'hide' | 'show' = 'hide') =>
  clinic.admin(usersContract.list, { querystring: { search, closure, closed } })
const account = (id: string) =>
  clinic.server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a closure request needs the password, is visible to client and clinic, logged, and can be withdrawn', async () => {
  const ana = await person('Ana Reyes')
  expect(await latest(ana)).toBeNull()
  const { data } = await ask(ana, ' I am moving abroad. ')
  const open = { state: 'open', reason: 'I am moving abroad.', decided_at: null, answer: null }
  expect(data).toEqual({ ...open, requested_at: '2026-11-21T09:00:00+08:00' })
  expect(await latest(ana)).toEqual(data)
  const { users, summary } = await listed('Ana Reyes', 'requested')
  expect(users).toMatchObject([
    { name: 'Ana Reyes', closure_request: { requested_at: data!.requested_at, reason: 'I am moving abroad.' } },
  ])
  expect(summary.closure_requests).toBe(1)
  await expect(withdraw(ana)).resolves.toEqual({ message: s.withdrawn })
  expect(await latest(ana)).toMatchObject({ state: 'withdrawn', decided_at: '2026-11-21T09:00:00+08:00' })
  const after = await listed('Ana Reyes')
  expect(after.users).toMatchObject([{ closure_request: null }])
  expect(after.summary.closure_requests).toBe(0)
  expect((await listed('Ana Reyes', 'requested')).users).toEqual([])
  const logs = await clinic.logs(ana.id)
  expect(logs).toEqual(['Asked to close their own account', 'Withdrew the request to close their own account'])
})

test('without the right password no closure request is created', async () => {
  const bea = await person('Bea Lim')
  await expect(ask(bea, null, 'not my password')).rejects.toMatchObject({
    status: 422,
    errors: { current_password: [authMessages.currentPasswordWrong] },
  })
  expect(await latest(bea)).toBeNull()
  expect(await clinic.logs(bea.id)).toEqual([])
})

test('only one closure request can be open, even when two are sent at once', async () => {
  const cora = await person('Cora Tan')
  const outcomes = await Promise.allSettled([ask(cora), ask(cora), ask(cora)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(ask(cora)).rejects.toMatchObject({ status: 409, message: s.alreadyOpen })
  await withdraw(cora)
  await expect(withdraw(cora)).rejects.toMatchObject({ status: 409, message: s.noneOpen })
  await ask(cora)
  expect(await latest(cora)).toMatchObject({ state: 'open' })
})

test('an admin declines a closure request with a reason that the client can read; without a reason nothing changes', async () => {
  const dina = await person('Dina Cruz')
  await ask(dina)
  for (const answer of [undefined, ' '])
    await expect(decide(dina, 'decline', answer)).rejects.toMatchObject({
      status: 422,
      errors: { answer: [s.answerNeeded] },
    })
  expect(await latest(dina)).toMatchObject({ state: 'open' })
  await expect(decide(dina, 'decline', 'Please settle your package first.')).resolves.toEqual({
    message: s.declinedToast,
  })
  expect(await latest(dina)).toMatchObject({ state: 'declined', answer: 'Please settle your package first.' })
  expect(await clinic.logs(dina.id)).toContain('Declined the request of Dina Cruz to close the account')
  expect((await account(dina.id)).closed_at).toBeNull()
})

test('a withdrawn closure request can be neither approved nor declined', async () => {
  const ella = await person('Ella Go')
  await ask(ella)
  await withdraw(ella)
  await expect(decide(ella, 'close')).rejects.toMatchObject({ status: 409, message: s.noneOpen })
  await expect(decide(ella, 'decline', 'No.')).rejects.toMatchObject({ status: 409, message: s.noneOpen })
  expect((await as(ella)(profileContract.read, {})).data.name).toBe('Ella Go')
})

test('of a simultaneous withdrawal and approval of a closure request one fails, and client and clinic see the same result', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await person(`Race ${round}`)
    await ask(user)
    const [closing, withdrawing] = await Promise.allSettled([decide(user, 'close'), withdraw(user)])
    const isClosed = (await account(user.id)).closed_at !== null
    expect([closing.status === 'fulfilled', withdrawing.status === 'fulfilled']).toEqual([isClosed, !isClosed])
  }
})

/** A client with all kinds of data that closing the account must handle. */
async function busyClient(name: string, date: string) {
  const { server, catalogue, desk } = clinic
  const user = await person(name)
  const me = as(user)
  await me(profileContract.update, {
    body: { name, email: user.email, contact: '0917 555 0142', location: 'Makati' },
  })
  await me(photoContract.upload, { body: { photo: fileOf(await picture()) } })
  await me(privacyContract.give, { body: { privacy_version: PRIVACY_NOTICE_VERSION } })
  const body = {
    customer_name: name,
    treatments: [
      {
        service_id: catalogue.serviceId,
        name: 'Diamond peel',
        quantity: 1,
        price: 1500,
        treatment_id: catalogue.treatmentId,
      },
    ],
    total: 1500,
    is_discounted: 'no' as const,
    total_after_discount: 1500,
    received_money: 1500,
    exchange_money: 0,
    payment_method: 'cash' as const,
    user_id: user.id,
    appointment_id: 'walkin_1',
    is_walk_in: false,
  }
  await desk(salesContract.checkout, { body }, { idempotencyKey: crypto.randomUUID() })
  const visit = await clinic.appointment(date, '10:00:00', 'confirmed', user)
  await server.db.updateTable('appointments').set({ contact_number: '0917 555 0142' }).where('id', '=', visit).execute()
  const receipts = () =>
    server.db
      .selectFrom('documents')
      .innerJoin('document_customers', 'document_customers.document_id', 'documents.id')
      .select(['customer_name', 'email', 'contact_number', 'total_centavos'])
      .where('client_id', '=', user.clientId)
      .execute()
  const visits = () =>
    server.db.selectFrom('appointments').selectAll().where('client_id', '=', user.clientId!).execute()
  return { user, visit, receipts, visits }
}

test('closing an account erases contact details, and the books keep name and amounts', async () => {
  const { user, visit, receipts, visits } = await busyClient('Fe Santos', '2026-11-27')
  expect(await receipts()).toMatchObject([{ email: user.email, contact_number: '0917 555 0142' }])
  expect(await visits()).toMatchObject([{ contact_number: '0917 555 0142' }])
  await ask(user, 'Call me at 0917 555 0142')
  const { photo } = (await as(user)(profileContract.read, {})).data
  await expect(decide(user, 'close')).resolves.toEqual({ message: s.closedToast })

  expect(await account(user.id)).toMatchObject({
    name: 'Fe Santos',
    email: null,
    contact_number: null,
    contact_normalised: null,
    location: null,
    photo_path: null,
    password_hash: null,
    search_text: 'fe santos',
    closed_at: clinic.server.clock.now,
  })
  expect(await receipts()).toEqual([
    { customer_name: 'Fe Santos', email: null, contact_number: null, total_centavos: 150_000 },
  ])
  expect(await visits()).toMatchObject([{ id: visit, contact_number: null, status: 'confirmed' }])
  await expect(latest(user)).rejects.toMatchObject({ status: 401 })
  const admin = await clinic.server.app.inject({
    url: photo ?? '',
    headers: { authorization: `Bearer ${clinic.cashier.token}` },
  })
  expect(admin.statusCode).toBe(404)
  const { db } = clinic.server
  const requests = await db.selectFrom('closure_requests').selectAll().where('user_id', '=', user.id).execute()
  expect(requests).toMatchObject([{ state: 'done', reason: null, decided_at: clinic.server.clock.now }])
  const consents = await db.selectFrom('consents').selectAll().where('user_id', '=', user.id).execute()
  expect(consents).toMatchObject([{ withdrawn_at: clinic.server.clock.now }])
  expect((await listed('Fe Santos', 'all', 'show')).users).toMatchObject([
    { name: 'Fe Santos', status: 'Closed', closure_request: null },
  ])
  const action = 'Closed the account of Fe Santos at their own request (appointments that stay booked: 1)'
  expect((await clinic.logs(user.id)).at(-1)).toBe(action)
  const body = { email: user.email, password: PASSWORD }
  await expect(clinic.server.as(null)(authContract.login, { body })).rejects.toMatchObject({ status: 401 })
})

test('after an account was closed, the client’s e-mail and phone number are in no table', async () => {
  const { user } = await busyClient('Gina Uy', '2026-11-28')
  await ask(user)
  await decide(user, 'close')
  const { db } = clinic.server
  const tables = await db.introspection.getTables()
  for (const { schema, name } of tables) {
    const rows = JSON.stringify(
      await db
        .selectFrom(`${schema}.${name}` as 'users')
        .selectAll()
        .execute(),
    )
    expect(rows, name).not.toContain(user.email)
    expect(rows, name).not.toContain('555 0142')
  }
})

test('an admin who deletes a user completes the user’s open closure request', async () => {
  const hana = await person('Hana Sy')
  await ask(hana)
  await clinic.admin(usersContract.remove, { params: { id: hana.id } })
  const { db } = clinic.server
  const rows = await db.selectFrom('closure_requests').select('state').where('user_id', '=', hana.id).execute()
  expect(rows).toEqual([{ state: 'done' }])
})

test('a decision about the closure of an unknown account is rejected', async () => {
  const id = '01900000-0000-7000-8000-00000000ffff'
  await expect(clinic.admin(contract.decide, { params: { id }, body: { decision: 'close' } })).rejects.toMatchObject({
    status: 404,
  })
})
