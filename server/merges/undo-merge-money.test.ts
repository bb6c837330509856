import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDepositClinic, type DepositClinic } from '#server/deposits/deposits-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import type { TestUser } from '#server/test/factories.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { OWN_VALUES } from './merge-fixture.ts'

let clinic: DepositClinic
let kept: TestUser
let other: TestUser
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openDepositClinic()
  kept = await clinic.newClient('Maria Santos')
  other = await clinic.newClient('Ma. Santos')
})
afterAll(() => clinic.till.server.close())

/** Merges the record of `other` into that of `kept`. */
async function merge() {
  const params = { id: kept.clientId! }
  const { data: seen } = await clinic.asAdmin(mergesContract.compare, {
    params: { ...params, other_id: other.clientId! },
  })
  const body = { other_id: other.clientId!, other_version: seen.other.version, takes: OWN_VALUES }
  await clinic.asAdmin(mergesContract.merge, { params, body }, { headers: { 'if-match': String(seen.kept.version) } })
}

async function undo() {
  const params = { id: kept.clientId! }
  const { data: last } = await clinic.asAdmin(mergesContract.last, { params })
  await clinic.asAdmin(mergesContract.undo, { params, body: { merge_id: last!.id } })
}

/** The ids of the paid deposits that the till offers to a client. */
const offeredTo = async ({ id }: TestUser) =>
  (await clinic.asCashier(depositsContract.ofClient, { params: { id } })).data.map((deposit) => deposit.id)

const depositOf = async (appointmentId: string) =>
  (await clinic.asCashier(depositsContract.ofVisit, { params: { id: appointmentId } })).data!

test('undoing a merge gives the restored client the deposit that staff have verified since, and it pays a sale to this client', async () => {
  const { appointment_id } = await clinic.book(other)
  await clinic.report(other, appointment_id, 'REF 7')
  const { id } = await depositOf(appointment_id)
  await merge()
  await clinic.verify(id)
  expect(await offeredTo(kept)).toEqual([id])
  await undo()
  expect([await offeredTo(kept), await offeredTo(other)]).toEqual([[], [id]])
  await clinic.till.send(clinic.peelWithDeposit(other, id))
  expect(await clinic.wrongBalances()).toEqual([])
  expect(await checkBooks(clinic.db)).toMatchObject(balanced)
})

test('undoing a merge gives the restored client the deposit of their visit that staff have asked for and taken since, and leaves the other client theirs', async () => {
  const own = await clinic.paidDeposit(kept)
  const appointment_id = await clinic.till.appointment(other, 'confirmed')
  await merge()
  const { data: asked } = await clinic.asCashier(depositsContract.request, { body: { appointment_id, amount: 250 } })
  await clinic.verify(asked.id)
  await undo()
  expect([await offeredTo(kept), await offeredTo(other)]).toEqual([[own.id], [asked.id]])
  expect(await depositOf(appointment_id)).toMatchObject({ client: { client_id: other.clientId } })
})

test('undoing a merge gives the restored client the store credit for which a sale of theirs was refunded since', async () => {
  const { till } = clinic
  const sale = await till.send(till.order([till.peel()], { user_id: other.id, customer_name: other.name }))
  const ownSale = await till.send(till.order([till.peel()], { user_id: kept.id, customer_name: kept.name }))
  await merge()
  await clinic.close(clinic.shift.id, 5000)
  await clinic.closeDay()
  clinic.at('2026-11-22T08:00:00+08:00')
  await clinic.open(2000)
  const lines = [{ position: 1, quantity: 1 }]
  const body = { lines, total: 1500, method: 'prepaid' as const, reason: 'Did not like it' }
  const refund = async (id: string) => {
    const options = { idempotencyKey: randomUUID() }
    return (await clinic.asAdmin(refundContract.refund, { params: { id }, body }, options)).credit!.id
  }
  const [credit, ownCredit] = [await refund(sale.id), await refund(ownSale.id)]
  await undo()
  const creditOf = async ({ id }: TestUser) =>
    (await clinic.asCashier(prepaidContract.creditOfClient, { params: { id } })).data.map((one) => one.id)
  expect([await creditOf(kept), await creditOf(other)]).toEqual([[ownCredit], [credit]])
})
