import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { APPOINTMENT_STATUSES, PAYABLE_STATUSES } from '#shared/appointments/status.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { knownPerson, salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.server.close())

const onFile = (name: string) =>
  till.server.db
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select(['clients.id', 'users.email', 'users.contact_number', 'users.password_hash', 'clients.services_availed'])
    .where('users.name', '=', name)
    .execute()

const walkIn = (customer_name: string, more = {}) =>
  till.order([till.peel()], { customer_name, user_id: null, ...more })

describe('a walk-in', () => {
  test('who is new gets a client record with the sale, without a log-in', async () => {
    const sale = await till.send(
      walkIn('Tricia Mendoza', { email: ' Tricia@Example.PH ', contact_number: '0917 123 4567' }),
    )
    expect(sale).toMatchObject({ customer_name: 'Tricia Mendoza', is_walk_in: true })
    expect(await onFile('Tricia Mendoza')).toEqual([
      expect.objectContaining({
        email: 'tricia@example.ph',
        contact_number: '0917 123 4567',
        password_hash: null,
        services_availed: 1,
      }),
    ])
  })

  test('without an e-mail gets a new client record with each sale', async () => {
    await till.send(walkIn('Maria Cruz'))
    await till.send(walkIn('Maria Cruz'))
    expect(await onFile('Maria Cruz')).toHaveLength(2)
  })

  test('with the e-mail and name of an existing client is recorded as that client', async () => {
    await till.send(walkIn('bianca pena', { email: 'bianca@example.ph' }))
    expect(await onFile('bianca pena')).toHaveLength(0)
    expect((await onFile('Bianca Peña'))[0]?.services_availed).toBe(1)
  })

  test('with another person’s e-mail is rejected with the name of its holder', async () => {
    const before = await checkBooks(till.server.db)
    const error = await till.error(walkIn('Nina Reyes', { email: 'bianca@example.ph' }))
    const sentence = clientMessages.emailInUse('Bianca Peña')
    expect(error).toMatchObject({ status: 409, message: sentence, errors: { email: [sentence] } })
    expect(knownPerson.parse(error.data)).toEqual({ user_id: till.client.id, name: 'Bianca Peña' })
    expect(await onFile('Nina Reyes')).toHaveLength(0)
    expect(await checkBooks(till.server.db)).toEqual(before)
  })

  test('with the e-mail of a staff account is rejected', async () => {
    const error = await till.error(walkIn('Andrea Cruz', { email: till.cashier.email }))
    expect(error).toMatchObject({ status: 422, message: clientMessages.emailOfStaff })
  })

  test('without a name is rejected', async () => {
    expect(await till.error(walkIn('  '))).toMatchObject({ status: 422, message: saleMessages.selectCustomer })
  })

  test('cannot pay for an appointment', async () => {
    const appointment_id = await till.appointment(till.client)
    const error = await till.error(walkIn('Lia Ramos', { appointment_id }))
    expect(error).toMatchObject({ status: 422, message: saleMessages.selectValidAppointment })
  })
})

describe('an existing client', () => {
  const ofClient = (more: object) => till.order([till.peel()], { is_walk_in: false, ...more })

  test('must be chosen from the list of clients', async () => {
    const error = await till.error(ofClient({ user_id: null }))
    expect(error).toMatchObject({ status: 422, message: saleMessages.selectValidCustomer })
  })

  test('can buy only after the cashier has chosen an appointment or stated that there is none', async () => {
    const error = await till.error(ofClient({ appointment_id: null }))
    expect(error).toMatchObject({ status: 422, message: saleMessages.selectValidAppointment })
    expect((await till.send(ofClient({ appointment_id: 'walkin_1795222800000' }))).is_walk_in).toBe(true)
  })

  test.each(['walkin_', 'walkin_x', 'anything', ''])(
    'cannot pay for an appointment with the invalid id %j',
    async (appointment_id) => {
      const error = await till.error(ofClient({ appointment_id }))
      expect(error).toMatchObject({ status: 422, message: saleMessages.selectValidAppointment })
    },
  )

  test('who does not exist, is staff or is deactivated is rejected', async () => {
    const gone = await createUser(till.server.db, 'client')
    await till.server.db
      .updateTable('people')
      .set({ closed_at: new Date('2026-11-20T00:00:00Z'), email: null })
      .where('id', '=', gone.id)
      .execute()
    for (const user_id of [gone.id, till.cashier.id, '01900000-0000-7000-8000-00000000dead'])
      expect(await till.error(till.order([till.peel()], { user_id }))).toMatchObject({
        status: 422,
        message: saleMessages.selectValidCustomer,
      })
  })
})

describe('an appointment', () => {
  const paying = (appointment_id: string) => till.order([till.peel()], { appointment_id, is_walk_in: false })
  const statusOf = async (id: string) =>
    (await till.server.db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status

  test.each(PAYABLE_STATUSES)('that is %s can be paid, and keeps its status', async (status) => {
    const id = await till.appointment(till.client, status)
    expect((await till.send(paying(id))).is_walk_in).toBe(false)
    expect(await statusOf(id)).toBe(status)
  })

  test.each(APPOINTMENT_STATUSES.filter((status) => !PAYABLE_STATUSES.some((payable) => payable === status)))(
    'that is %s cannot be paid',
    async (status) => {
      const error = await till.error(paying(await till.appointment(till.client, status)))
      expect(error).toMatchObject({ status: 409, message: saleMessages.appointmentNotPayable })
    },
  )

  test('can be paid only once', async () => {
    const id = await till.appointment(till.client)
    await till.send(paying(id))
    const error = await till.error(paying(id))
    expect(error).toMatchObject({ status: 409, message: saleMessages.appointmentPaid })
  })

  test('can be paid only once, even by simultaneous sales', async () => {
    const id = await till.appointment(till.client)
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => till.send(paying(id))))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(errors.map((error) => error.message)).toEqual(Array.from({ length: 9 }, () => saleMessages.appointmentPaid))
  })

  test('of another client cannot be paid', async () => {
    const error = await till.error(paying(await till.appointment(till.otherClient)))
    expect(error).toMatchObject({ status: 422, message: saleMessages.selectValidAppointment })
  })

  test('that does not exist cannot be paid', async () => {
    const error = await till.error(paying('01900000-0000-7000-8000-00000000dead'))
    expect(error).toMatchObject({ status: 422, message: saleMessages.selectValidAppointment })
  })
})

test('the books balance after all sales and rejections of this test file', async () => {
  const report = await checkBooks(till.server.db)
  expect(report).toMatchObject(balanced)
  expect(report.sales).toBeGreaterThan(8)
})

test('a logged-in client cannot record a sale', async () => {
  const body = till.order([till.peel()])
  const selling = till.server.as(till.client.token)(
    salesContract.checkout,
    { body },
    { idempotencyKey: crypto.randomUUID() },
  )
  await expect(selling).rejects.toMatchObject({ status: 403, code: 'forbidden' })
})
