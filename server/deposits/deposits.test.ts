import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

let clinic: DepositClinic
beforeAll(async () => {
  clinic = await openDepositClinic()
})
afterAll(() => clinic.till.server.close())

const visitOf = (id: string) =>
  clinic.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
describe('a reported deposit', () => {
  test('has a reference number and a screenshot, and can be verified once, which issues a receipt and confirms the visit', async () => {
    const client = await clinic.newClient('Rea Report')
    const { appointment_id } = await clinic.book(client, '2026-12-01')
    const addPicture = async () =>
      clinic.own(client)(ownDepositsContract.addPicture, {
        params: { id: appointment_id },
        body: { picture: fileOf(await picture('png', 60, 120)) },
      })
    expect(await errorOf(addPicture())).toMatchObject({ status: 409, message: s.notReportedYet })
    expect(await clinic.report(client, appointment_id, 'REF 100')).toMatchObject({ status: 'reported' })
    await addPicture()
    const [found] = (
      await clinic.asCashier(depositsContract.list, { querystring: { group: 'reported', search: 'ref 100' } })
    ).data
    expect(found).toMatchObject({
      client: { name: 'Rea Report' },
      report: { method: 'gcash', reference_number: 'REF 100', has_picture: true },
      payment: null,
    })
    const get = (token: string) =>
      clinic.till.server.app.inject({
        url: `/api/deposits/${found!.id}/picture`,
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await get(clinic.admin.token)).headers['content-type']).toBe('image/webp')
    expect((await get(client.token)).statusCode).toBe(403)
    const verified = await clinic.verify(found!.id, { method: 'gcash', reference_number: 'REF 100' })
    expect(verified).toMatchObject({
      status: 'paid',
      balance: 500,
      payment: { method: 'gcash', reference_number: 'REF 100', number: expect.any(Number) },
      visit: { status: 'confirmed' },
    })
    expect((await get(clinic.admin.token)).statusCode).toBe(404)
    expect(await visitOf(appointment_id)).toMatchObject({ status: 'confirmed', lapses_at: null })
    expect(await errorOf(clinic.verify(found!.id))).toMatchObject({ status: 409, message: s.alreadyPaid })
    expect(await errorOf(clinic.report(client, appointment_id, 'REF 101'))).toMatchObject({ message: s.alreadyPaid })
  })

  test('can be refused with a reason that the client reads, and reported again', async () => {
    const client = await clinic.newClient()
    const { appointment_id } = await clinic.book(client, '2026-12-02')
    const [{ id } = { id: '' }] = (await clinic.list('requested')).filter(
      ({ visit }) => visit.appointment_id === appointment_id,
    )
    expect(await errorOf(clinic.refuse(id))).toMatchObject({ status: 409, message: s.notReportedYet })
    await clinic.report(client, appointment_id, 'WRONG')
    expect(await clinic.refuse(id)).toMatchObject({ status: 'requested', report: null })
    expect(await clinic.ownDeposits(client)).toMatchObject([{ status: 'requested', refused_reason: 'No such number' }])
    expect(await clinic.report(client, appointment_id, 'RIGHT')).toMatchObject({
      status: 'reported',
      refused_reason: null,
    })
  })

  test('with a reference number that another payment has used already is refused and changes nothing', async () => {
    const used = await clinic.paidDeposit(await clinic.newClient())
    const client = await clinic.newClient()
    const { appointment_id } = await clinic.book(client, '2026-12-03')
    await clinic.report(client, appointment_id, used.payment!.reference_number!)
    const [{ id } = { id: '' }] = (await clinic.list('reported')).filter(
      ({ visit }) => visit.appointment_id === appointment_id,
    )
    const again = clinic.verify(id, { method: 'gcash', reference_number: used.payment!.reference_number })
    expect(await errorOf(again)).toMatchObject({ status: 409, message: saleMessages.referenceTaken })
    expect(await visitOf(appointment_id)).toMatchObject({ status: 'pending' })
  })

  test('cannot be reported as paid by another client, nor after the visit was cancelled', async () => {
    const client = await clinic.newClient()
    const { appointment_id } = await clinic.book(client, '2026-12-04')
    const other = clinic.report(await clinic.newClient(), appointment_id, 'X1')
    expect(await errorOf(other)).toMatchObject({ status: 404, message: s.noDeposit })
    await clinic.own(client)(appointmentsContract.cancelMine, {
      params: { id: appointment_id },
      body: {},
    })
    const late = clinic.report(client, appointment_id, 'X1')
    expect(await errorOf(late)).toMatchObject({ status: 409, message: s.visitCancelled })
    expect((await clinic.list('closed')).find(({ visit }) => visit.appointment_id === appointment_id)).toMatchObject({
      status: 'expired',
    })
  })
})

describe('a paid deposit', () => {
  test('is a debt of the clinic: it is in no total of sales, and if it is paid in cash at the desk, the cash is a pay-in', async () => {
    const total = async () => (await clinic.asCashier(salesContract.dailySales, {})).data
    const before = await total()
    const client = await clinic.newClient('Cara Cash')
    const { appointment_id } = await clinic.book(client, '2026-12-07')
    const [{ id } = { id: '' }] = (await clinic.list('requested')).filter(
      ({ visit }) => visit.appointment_id === appointment_id,
    )
    const expected = async () => (await clinic.x(clinic.shift.id)).shifts[0]!.expected
    const cashBefore = await expected()
    const tooLittle = clinic.verify(id, { method: 'cash', received: 400 })
    expect(await errorOf(tooLittle)).toMatchObject({ status: 422, message: s.receivedTooLow })
    const paid = await clinic.verify(id, { method: 'cash', received: 600 })
    expect(await total()).toEqual(before)
    expect(await expected()).toBe(cashBefore! + 500)
    expect((await lastLogEntry(clinic.db)).action).toContain('Cara Cash')
    expect(
      (await clinic.owed()).find((row) => row['card'] === prepaidMessages.depositSale(paid.payment!.number)),
    ).toMatchObject({
      kind: prepaidMessages.kinds.deposit,
      client: 'Cara Cash',
      paid_in: 500,
      owed: 500,
    })
    expect(await clinic.settle(paid.id, 'returned')).toMatchObject({ status: 'returned', balance: 0 })
    expect(await expected()).toBe(cashBefore)
    expect(await checkBooks(clinic.db)).toMatchObject(balanced)
  })

  test('pays a sale of its client and of nobody else, never twice, and a void gives it back', async () => {
    const client = await clinic.newClient('Dina Deposit')
    const { id } = await clinic.paidDeposit(client)
    const open = async () => (await clinic.asCashier(depositsContract.ofClient, { params: { id: client.id } })).data
    expect(await open()).toMatchObject([{ id, balance: 500 }])
    const other = clinic.till.client
    expect(await clinic.till.error(clinic.peelWithDeposit(other, id))).toMatchObject({
      status: 422,
      message: prepaidMessages.depositUnknown,
    })
    expect(await clinic.till.error(clinic.peelWithDeposit(client, id, 501))).toMatchObject({
      status: 422,
      message: prepaidMessages.depositLeft('₱500.00'),
    })
    const sale = await clinic.till.send(clinic.peelWithDeposit(client, id))
    expect(sale.payments).toMatchObject([
      { method: 'prepaid', amount: 500, reference_number: expect.stringMatching(/^Deposit \d{6}$/) },
      { method: 'cash', amount: 1000 },
    ])
    expect(await open()).toEqual([])
    expect(await clinic.till.error(clinic.peelWithDeposit(client, id))).toMatchObject({
      status: 422,
      message: prepaidMessages.depositEmpty,
    })
    expect(await errorOf(clinic.settle(id, 'kept'))).toMatchObject({
      status: 409,
      message: prepaidMessages.depositEmpty,
    })
    await clinic.voidSale(sale)
    expect(await open()).toMatchObject([{ id, balance: 500 }])
    expect(await checkBooks(clinic.db)).toMatchObject(balanced)
    expect(await clinic.wrongBalances()).toEqual([])
  })

  test('pays only one of several simultaneous sales', async () => {
    const client = await clinic.newClient()
    const { id } = await clinic.paidDeposit(client)
    const sales = await Promise.allSettled(
      Array.from({ length: 4 }, () => clinic.till.send(clinic.peelWithDeposit(client, id))),
    )
    expect(sales.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await clinic.wrongBalances()).toEqual([])
  })

  test('a paid deposit is returned or kept by the policy that the client saw, and only by an admin who saw its balance', async () => {
    const early = await clinic.paidDeposit(await clinic.newClient())
    await clinic.saveSettings({ return_notice_hours: null })
    const always = await clinic.paidDeposit(await clinic.newClient())
    await clinic.saveSettings()
    const outcomeOf = async (id: string) => (await clinic.list('paid')).find((one) => one.id === id)?.by_policy
    expect(await outcomeOf(early.id)).toBeNull()
    for (const { visit } of [early, always])
      await clinic.asCashier(appointmentsContract.updateStatus, {
        params: { id: visit.appointment_id },
        body: { status: 'cancelled', reason: 'client' },
      })
    expect(await outcomeOf(early.id)).toBe('returned')
    expect(await outcomeOf(always.id)).toBe('kept')
    const settle = { params: { id: early.id }, body: { outcome: 'returned' as const, amount: 500, reason: 'x' } }
    expect(
      await errorOf(clinic.asCashier(depositsContract.settle, settle, { idempotencyKey: randomUUID() })),
    ).toMatchObject({ status: 403 })
    expect(await errorOf(clinic.settle(early.id, 'returned', 400))).toMatchObject({
      status: 409,
      message: prepaidMessages.depositLeft('₱500.00'),
    })
    expect(await clinic.settle(early.id, 'returned')).toMatchObject({ status: 'returned' })
    expect(await clinic.settle(always.id, 'kept')).toMatchObject({ status: 'kept', settled: { reason: 'Cancelled' } })
    expect((await clinic.owed()).filter((row) => row['kept'] === 500)).toHaveLength(1)
    expect(await errorOf(clinic.settle(always.id, 'kept'))).toMatchObject({
      status: 409,
      message: prepaidMessages.depositEmpty,
    })
  })
})

test('staff can ask for one deposit for a visit that was booked by phone', async () => {
  const client = await clinic.newClient()
  const appointment_id = await clinic.till.appointment(client, 'confirmed')
  const ask = () => clinic.asCashier(depositsContract.request, { body: { appointment_id, amount: 250 } })
  expect((await ask()).data).toMatchObject({ status: 'requested', amount: 250, policy: { return_notice_hours: 24 } })
  expect(await errorOf(ask())).toMatchObject({ status: 409, message: s.alreadyAsked })
  const unknown = { body: { appointment_id: randomUUID(), amount: 250 } }
  expect(await errorOf(clinic.asCashier(depositsContract.request, unknown))).toMatchObject({
    errors: { appointment_id: [s.noVisit] },
  })
})

test('a repeated request about money paid ahead gets the same answer, although only the id of the record is stored with its idempotency key', async () => {
  const client = await clinic.newClient('Rosa Repeated')
  const { asCashier, asAdmin } = clinic
  /**
   * Makes a call twice with one idempotency key, expects the same answer and that only the id is stored with the key,
   * and returns the answer.
   */
  const twice = async <Data extends { id: string }>(send: (key: string) => Promise<{ data: Data }>) => {
    const key = randomUUID()
    const { data } = await send(key)
    expect((await send(key)).data).toEqual(data)
    const stored = await clinic.db.selectFrom('idempotency_keys').select('answer').where('key', '=', key).execute()
    expect(stored).toEqual([{ answer: JSON.stringify({ id: data.id }) }])
    return data
  }
  const recipient = { recipient_name: 'Gina Gift', recipient_email: 'gina@gift.test', message: 'Happy birthday' }
  const card = { buyer_name: 'Rosa Repeated', client_id: null, amount: 1000, method: 'cash' as const, ...recipient }
  await twice((idempotencyKey) => asCashier(prepaidContract.sell, { body: card }, { idempotencyKey }))
  const { data: offered } = await asAdmin(packagesContract.save, {
    params: { id: randomUUID() },
    body: {
      name: 'Two Peels',
      price: 2000,
      services: [{ service_id: clinic.till.catalogue.serviceId, sessions: 2 }],
      validity: 'none',
      validity_months: null,
      is_transferable: false,
      is_active: true,
    },
  })
  const sale = { package_id: offered.id, user_id: client.id, price: 2000, method: 'cash' as const }
  const sold = await twice((idempotencyKey) => asCashier(packagesContract.sell, { body: sale }, { idempotencyKey }))
  const refund = { params: { id: sold.id }, body: { amount: 2000, reason: 'Moved away' } }
  await twice((idempotencyKey) => asAdmin(ownedPackagesContract.refund, refund, { idempotencyKey }))
  const { id } = await clinic.paidDeposit(await clinic.newClient('Dina Deposit'))
  const settle = { params: { id }, body: { outcome: 'kept' as const, amount: 500, reason: 'Did not come' } }
  await twice((idempotencyKey) => asAdmin(depositsContract.settle, settle, { idempotencyKey }))
})
